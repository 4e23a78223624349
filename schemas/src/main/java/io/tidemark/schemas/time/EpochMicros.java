package io.tidemark.schemas.time;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Instants as microseconds since the epoch. One that is too far away for 63 bits, 292,000 years, becomes the nearest that is not. */
public final class EpochMicros {
    private static final int NANOS_PER_MICRO = 1_000;

    private EpochMicros() {}

    /** Rounded down. */
    public static long of(Instant instant) {
        long seconds = TimeUnit.SECONDS.toMicros(instant.getEpochSecond());
        long rest = instant.getNano() / NANOS_PER_MICRO;
        return seconds > Long.MAX_VALUE - rest ? Long.MAX_VALUE : seconds + rest;
    }
}
