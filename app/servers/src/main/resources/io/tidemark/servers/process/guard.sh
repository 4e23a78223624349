# Starts a server in a session of its own and ends it when standard input ends, which the end of the process that holds it is enough for.
# Arguments: id of the start, grace in seconds, mode, a script that stops the server and is run before any signal ('' for none), then the
# command. Modes: "guard"; "input" if the command gets standard input itself, and its end with it; "script" if the command ends once it has
# started what it starts, which is somebody else's and is left alone.
# The server's output is standard output; what the guard says is on standard error: "pid N", "exit N", "stop N", "left N".
id=$1
grace=$2
mode=$3
stop=$4
shift 4
ending=
trap 'ending=1' USR1
exec 4<&0
if [ "$mode" = input ]; then
    TIDEMARK_SERVER_START=$id setsid "$@" <&4 2>&1 4<&- &
else
    TIDEMARK_SERVER_START=$id setsid "$@" </dev/null 2>&1 4<&- &
fi
leader=$!
trap '' HUP INT TERM PIPE
echo "pid $leader" >&2

# Whether a process of the server's group lives. One that waits to be reaped does not, and keeps the group's number from being given away.
alive() {
    if [ -r /proc/self/stat ]; then
        cat /proc/[0-9]*/stat 2>/dev/null |
            awk -v group="$leader" '{ sub(/^.*\) /, ""); if ($3 == group && $1 != "Z" && $1 != "X") found = 1 } END { exit !found }'
    else
        kill -0 -"$leader" 2>/dev/null
    fi
}
# Processes that have the start's id in their environment, also those that left the group.
marked() {
    grep -ls "TIDEMARK_SERVER_START=$id" /proc/[0-9]*/environ 2>/dev/null | while IFS=/ read -r root proc pid rest; do
        echo "$pid"
    done
}
left() {
    alive || [ -n "$(marked)" ]
}
signal() {
    if alive; then
        kill -"$1" -"$leader" 2>/dev/null
    fi
    for pid in $(marked); do
        kill -"$1" "$pid" 2>/dev/null
    done
}
# Waits up to so many fifths of a second.
await_end() {
    turns=$1
    while [ "$turns" -gt 0 ] && left; do
        sleep 0.2
        turns=$((turns - 1))
    done
}

# The signal comes again: one that came just before the wait would be lost.
if [ "$mode" != input ]; then
    (
        while read -r line <&4; do :; done
        while :; do
            kill -USR1 $$ 2>/dev/null || exit 0
            sleep 1
        done
    ) >/dev/null 2>&1 &
    reader=$!
fi
wait "$leader"
status=$?
if [ "$mode" != input ]; then
    kill -KILL "$reader" 2>/dev/null
fi
if [ -z "$ending" ]; then
    echo "exit $status" >&2
    if [ "$mode" = script ]; then
        exit 0
    fi
fi
if [ -n "$stop" ]; then
    sh -c "$stop" </dev/null >/dev/null 2>&1 4<&-
    echo "stop $?" >&2
fi
if left; then
    signal TERM
    await_end $((grace * 5))
fi
if left; then
    signal KILL
    await_end 50
fi
if left; then
    echo "left $(marked | wc -l)" >&2
elif [ -n "$ending" ]; then
    wait "$leader"
    status=$?
    echo "exit $status" >&2
fi
exit "$status"
