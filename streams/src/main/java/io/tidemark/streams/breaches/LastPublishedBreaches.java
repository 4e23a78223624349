package io.tidemark.streams.breaches;

import io.tidemark.events.BreachState;
import io.tidemark.events.SloBreach;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The last published records of breaches, so that a record that is made again is published only where it differs. A cache: after a restart a
 * record may be published once more. Not thread-safe.
 */
public final class LastPublishedBreaches {
    private static final int MAX_RECORDS = 1_000;

    private final Map<String, SloBreach> last = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, SloBreach> eldest) {
            return size() > MAX_RECORDS;
        }
    };

    public void put(SloBreach breach) {
        if (breach.getState() == BreachState.RETRACTED) {
            last.remove(breach.getBreach());
            return;
        }
        last.remove(breach.getBreach()); // published last, evicted last
        last.put(breach.getBreach(), breach);
    }

    /** Whether a record says anything that the last one did not, but for its state. */
    public boolean differs(SloBreach breach) {
        SloBreach before = last.get(breach.getBreach());
        return before == null
                || !SloBreach.newBuilder(breach)
                        .setState(before.getState())
                        .build()
                        .equals(before);
    }
}
