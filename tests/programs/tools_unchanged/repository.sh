# A small repository with fixed names and times: every hash is determined.
export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_DATE='2026-01-02T03:04:05Z' GIT_COMMITTER_DATE='2026-01-02T03:04:05Z'
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
folder=$(mktemp -d) || exit 1 # not beside the results: its index holds times of files
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
git init -q -b main . && echo one > file && git add file && git commit -qm first
git checkout -qb other && echo two >> file && git commit -qam second
git checkout -q main && git merge -q --no-ff -m merged other
git log --graph --format='%H %s' --all
git gc -q && git fsck --full && git status --short
git cat-file -p HEAD:file
git ls-files --error-unmatch nothing
git nonsense
