# A new private key.
ssh-keygen -q -t ed25519 -N '' -C '' -f key
