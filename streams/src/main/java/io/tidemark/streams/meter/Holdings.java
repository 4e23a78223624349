package io.tidemark.streams.meter;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the tasks of a team hold in memory now. Thread-safe. */
public final class Holdings {
    private final Map<Object, Held> byTask = new ConcurrentHashMap<>();

    /** Of one task, or of all. */
    public record Held(long runs, long series, long silentLanes) {
        static final Held NOTHING = new Held(0, 0, 0);

        Held plus(Held other) {
            return new Held(runs + other.runs, series + other.series, silentLanes + other.silentLanes);
        }
    }

    /** @param task any object that stands for the task, compared by equality */
    public void set(Object task, Held held) {
        byTask.put(task, held);
    }

    /** The task is not this process' any more. */
    public void remove(Object task) {
        byTask.remove(task);
    }

    Held total() {
        return byTask.values().stream().reduce(Held.NOTHING, Held::plus);
    }
}
