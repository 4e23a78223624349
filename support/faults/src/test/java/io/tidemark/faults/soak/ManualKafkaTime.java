package io.tidemark.faults.soak;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Time;

/** A host's clock that is set by hand. Not thread-safe. */
final class ManualKafkaTime implements Time {
    private long millis;

    ManualKafkaTime(long millis) {
        this.millis = millis;
    }

    void set(long newMillis) {
        millis = newMillis;
    }

    @Override
    public long milliseconds() {
        return millis;
    }

    @Override
    public long nanoseconds() {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Override
    public void sleep(long sleptMillis) {
        millis += sleptMillis;
    }

    @Override
    public void waitObject(Object object, Supplier<Boolean> condition, long deadlineMillis) {
        throw new UnsupportedOperationException("nothing waits in virtual time");
    }
}
