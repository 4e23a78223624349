package io.tidemark.schemas.kafka;

import io.tidemark.schemas.deadletter.RecordPosition;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records on which their reader failed: all are counted, and the first of each topic and kind of error is logged. Thread-safe. */
public final class RecordFailures {
    private static final Logger LOG = LoggerFactory.getLogger(RecordFailures.class);

    private final Set<String> logged = ConcurrentHashMap.newKeySet();
    private final LongAdder count = new LongAdder();

    void failed(RecordPosition position, Throwable error) {
        count.increment();
        if (logged.add(position.topic() + " " + error.getClass().getName())) {
            LOG.warn(
                    "{} is passed over: its reader failed on it; further records of the topic with such an error are not logged",
                    position,
                    error);
        }
    }

    /** Records so far. */
    public long count() {
        return count.sum();
    }
}
