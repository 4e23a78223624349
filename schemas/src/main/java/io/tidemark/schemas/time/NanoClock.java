package io.tidemark.schemas.time;

/**
 * A monotonic clock for elapsed time inside one JVM. Marks of two processes are never subtracted.
 *
 * <p>Thread-safe. The only place that reads {@link System#nanoTime()}.
 */
@FunctionalInterface
public interface NanoClock {
    NanoClock SYSTEM = System::nanoTime;

    /** Nanoseconds since an arbitrary origin; may be negative. */
    long nanos();
}
