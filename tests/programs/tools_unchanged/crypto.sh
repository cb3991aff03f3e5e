# Everything of openssl that is determined by its input. (What must differ from run to run: tests/security.)
openssl version
printf abc | openssl sha256
printf abc | openssl dgst -sha512 -hmac key
printf 'some text' | openssl enc -aes-256-cbc -K 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff \
  -iv 00112233445566778899aabbccddeeff | openssl base64
openssl prime 1009
openssl nonsense
