# Sourced by tools/bootstrap (POSIX sh): Debian packages. The table is tools/lib/packages.txt.

# packages_for SET...: the packages whose set is named.
packages_for() {
  for wanted; do awk -v set="$wanted" '!/^#/ && $1 == set { print $2 }' "$root/tools/lib/packages.txt"; done
}

missing_of() {
  dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' "$@" 2>/dev/null | awk '$1 == "ii" { print $2 }' >"$scratch"
  for package; do grep -qx "$package" "$scratch" || printf '%s ' "$package"; done
}

# as_root COMMAND...: with sudo where that is needed; a password is asked for only where somebody can type it.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif [ -t 0 ] && [ -t 2 ]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

# install_packages SET...: installs what is missing; says nothing if nothing is.
install_packages() {
  # shellcheck disable=SC2046 # words are wanted
  set -- $(packages_for "$@")
  if ! command -v dpkg-query >/dev/null 2>&1; then
    say "not a Debian system: make sure that it has what these Debian packages hold: $*"
    return 0
  fi
  missing=$(missing_of "$@")
  [ -n "$missing" ] || return 0
  by_hand="install them by hand: apt-get install --no-install-recommends $missing"
  [ "$(id -u)" = 0 ] || command -v sudo >/dev/null 2>&1 ||
    fail "these Debian packages are missing, and installing them needs root or sudo: $missing" "$by_hand"
  say "installing Debian packages: $missing"
  log=$cache/apt.log
  # shellcheck disable=SC2086 # words are wanted
  if ! { as_root apt-get update -qq &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y -qq \
      --no-install-recommends $missing; } </dev/null >"$log" 2>&1; then
    tail -n 15 "$log" >&2
    fail "apt-get failed; its last lines are above, all of it is in $log" \
      "check the network, the disk and /etc/apt/sources.list, then run this again; or $by_hand"
  fi
}
