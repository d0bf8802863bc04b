#!/bin/sh
# Installs Goodword on Linux and, with a domain, puts it on the web there:
#   curl -fsSL https://github.com/goodword-reviews/goodword/releases/latest/download/install.sh | sudo sh -s -- reviews.example.com
# The signature of the release is verified before anything is installed. --dry-run prints each step and takes none: it needs neither
# root nor a network.
set -eu

# The release fills in both: its version, and the public key that it is signed by.
version=unreleased
key=unsigned

from=${INSTALL_FROM:-https://github.com/goodword-reviews/goodword/releases/download/v$version}
dry='' domain=''

fail() {
	echo "install.sh: $1" >&2
	exit 1
}

# Prints a step, and takes it.
step() {
	echo "+ $*"
	[ -n "$dry" ] || "$@"
}

has() {
	command -v "$1" >/dev/null
}

fetch() {
	if has curl; then curl -fsSL -o "$1" "$from/$1"; else wget -q -O "$1" "$from/$1"; fi
}

# Programs that are missing, by the system's own packages.
require() {
	missing=''
	for program; do has "$program" || missing="$missing $program"; done
	[ -n "$missing" ] || return 0
	# shellcheck disable=SC2086 # one word for each package
	if has apt-get; then
		step apt-get update -qq && step env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
	elif has apk; then
		step apk add --quiet libstdc++ $missing
	elif [ -n "$dry" ]; then
		echo "+ install$missing"
	else
		fail "install these first:$missing"
	fi
}

platform() {
	case $(uname -m) in
	x86_64 | amd64) machine=x64 ;;
	aarch64 | arm64) machine=arm64 ;;
	*) fail "no binary for $(uname -m)" ;;
	esac
	if [ -n "$(ls /lib/ld-musl-* 2>/dev/null)" ]; then
		echo "linux-$machine-musl"
	elif [ $machine = x64 ] && ! grep -qw avx2 /proc/cpuinfo; then
		echo linux-x64-baseline
	else
		echo "linux-$machine"
	fi
}

verify() {
	minisign -V -q -P "$key" -m SHA256SUMS || fail "SHA256SUMS is not signed by $key; nothing was installed"
	grep " $1\$" SHA256SUMS | sha256sum -c - >/dev/null || fail "$1 is not what was signed; nothing was installed"
}

# Whole before anything runs, since it may be read from a pipe that a program would read on from.
main() {
	for word; do
		case $word in
		--dry-run) dry=1 ;;
		-*) echo "usage: install.sh [--dry-run] [DOMAIN]" >&2 && exit 2 ;;
		*) domain=$word ;;
		esac
	done

	[ "$(uname -s)" = Linux ] || fail "this is for Linux; see docs/desktop.md"
	if [ -z "$dry" ]; then
		[ "$key" != unsigned ] || fail "this copy names no key; take install.sh from a release"
		[ "$(id -u)" = 0 ] || fail "run it as root, with sudo"
	fi
	file=goodword-$version-$(platform)
	if has curl || has wget; then require minisign ${domain:+caddy}; else require curl minisign ${domain:+caddy}; fi
	folder=${TMPDIR:-/tmp}/goodword-install
	if [ -z "$dry" ]; then
		folder=$(mktemp -d)
		trap 'rm -rf "$folder"' EXIT
		cd "$folder"
	fi
	for name in SHA256SUMS SHA256SUMS.minisig "$file"; do step fetch "$name"; done
	step verify "$file"
	step install -m 755 "$file" /usr/local/bin/goodword
	if [ -n "$domain" ]; then
		cd /
		# Installs the systemd unit and Caddy's site, starts both, and prints the link to the console.
		step /usr/local/bin/goodword up --domain "$domain"
	else
		echo "Next: goodword up --domain YOUR-DOMAIN"
	fi
}

main "$@"
