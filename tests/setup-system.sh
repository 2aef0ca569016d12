#!/usr/bin/env bash
# Installs the programs that some tests start by themselves, where it may: as root on Debian or a
# system made from it. Elsewhere it says which tests will not run and what to install. Nothing that
# is installed is started, and nothing is asked.
set -euo pipefail
export PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"
for folder in /usr/lib/postgresql/*/bin; do PATH="$PATH:$folder"; done

# program, Debian packages, what needs it
wanted=(
    "dovecot|dovecot-core dovecot-imapd dovecot-lmtpd|the tests against a real IMAP server"
    "postfix|postfix|the tests against a real mail server"
    "swaks|swaks|the tests with real mail programs"
    "mutt|mutt|the tests with real mail programs"
    "s-nail|s-nail|the tests with real mail programs"
    "initdb|postgresql|the tests on PostgreSQL"
    "chromium|chromium|the tests of the site in a browser"
    "docker-compose|docker-compose|the test of the compose files"
    "systemd-analyze|systemd|the test of the systemd units"
    "tsc|node-typescript|the types of the scripts of the pages"
)

missing=() packages=()
for row in "${wanted[@]}"; do
    IFS='|' read -r program debs _ <<<"$row"
    command -v "$program" >/dev/null && continue
    missing+=("$row")
    read -r -a names <<<"$debs"
    packages+=("${names[@]}")
done
[ "${#missing[@]}" -eq 0 ] && exit 0

install_packages() {
    # A policy of 101 keeps the packages from starting their services.
    local policy=/usr/sbin/policy-rc.d made=''
    if [ ! -e "$policy" ]; then
        printf '#!/bin/sh\nexit 101\n' >"$policy"
        chmod +x "$policy"
        made=yes
    fi
    # Without this file the package makes a database server of its own and starts it at the next boot.
    local clusters=/etc/postgresql-common/createcluster.conf
    if [ ! -e "$clusters" ]; then
        mkdir -p "${clusters%/*}"
        echo 'create_main_cluster = false' >"$clusters"
    fi
    local done=0
    export DEBIAN_FRONTEND=noninteractive
    # Without settings of its own the machine's Postfix starts neither now nor later.
    debconf-set-selections <<<'postfix postfix/main_mailer_type select No configuration'
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"; } \
        >/dev/null </dev/null || done=$?
    [ -z "$made" ] || rm -f "$policy"
    return "$done"
}

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    echo "Installing ${packages[*]} ..."
    install_packages "${packages[@]}" && exit 0
    echo "The packages could not be installed." >&2
fi

for row in "${missing[@]}"; do
    IFS='|' read -r program debs tests <<<"$row"
    echo "Without $program $tests cannot run. On Debian: apt-get install $debs" >&2
done
