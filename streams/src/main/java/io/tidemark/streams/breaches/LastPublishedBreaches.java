package io.tidemark.streams.breaches;

import io.tidemark.events.BreachState;
import io.tidemark.events.SloBreach;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Records of breaches as they were told last, so that one that is made again is told only where it differs. A cache: after a restart a
 * record may be told once more. Not thread-safe.
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
        last.remove(breach.getBreach()); // told last, gone last
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
