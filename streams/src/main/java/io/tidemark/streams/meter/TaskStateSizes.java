package io.tidemark.streams.meter;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the tasks of a team hold in memory now. Thread-safe. */
public final class TaskStateSizes {
    private final Map<Object, Sizes> byTask = new ConcurrentHashMap<>();

    /** Of one task, or of all. */
    public record Sizes(long runs, long series, long silentLanes) {
        static final Sizes NOTHING = new Sizes(0, 0, 0);

        Sizes plus(Sizes other) {
            return new Sizes(runs + other.runs, series + other.series, silentLanes + other.silentLanes);
        }
    }

    /** @param task any object that stands for the task, compared by equality */
    public void set(Object task, Sizes held) {
        byTask.put(task, held);
    }

    /** The task is not this process' any more. */
    public void remove(Object task) {
        byTask.remove(task);
    }

    Sizes total() {
        return byTask.values().stream().reduce(Sizes.NOTHING, Sizes::plus);
    }
}
