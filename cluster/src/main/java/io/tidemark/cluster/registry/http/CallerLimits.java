package io.tidemark.cluster.registry.http;

import io.tidemark.cluster.registry.RegistryError;
import io.tidemark.cluster.registry.access.Caller;
import io.tidemark.schemas.time.NanoClock;
import java.util.HashMap;
import java.util.Map;

/** How much of the registry one user may use; users with all rights are not limited. Thread-safe. */
final class CallerLimits {
    private static final double NANOS = 1e9;
    private static final double DAY_SECONDS = 86_400;

    /** Is filled up all the time, at a rate. */
    enum Limit {
        /** A team's hundred load generators that start at once share one user. */
        REQUESTS(200, 2_000, "200 requests per second, and 2000 at once"),
        /** What changes something, or parses and compares schemas. */
        CHANGES(5, 100, "5 changes and checks of schemas per second, and 100 at once"),
        /** Ids that did not exist. A release of Tidemark changes a dozen schemas at most. */
        NEW_SCHEMAS(100 / DAY_SECONDS, 100, "100 new schemas per day");

        private final double perSecond;
        private final int atOnce;
        private final String description;

        Limit(double perSecond, int atOnce, String description) {
            this.perSecond = perSecond;
            this.atOnce = atOnce;
            this.description = description;
        }
    }

    private record Key(String user, Limit limit) {}

    private record Left(double amount, long atNanos) {}

    private final NanoClock clock;
    private final Map<Key, Left> left = new HashMap<>();

    CallerLimits(NanoClock clock) {
        this.clock = clock;
    }

    /** @throws RegistryError 42901 if the caller has none left */
    synchronized void take(Caller caller, Limit limit) {
        if (caller.mayDoEverything()) {
            return;
        }
        long now = clock.nanos();
        Key key = new Key(caller.name(), limit);
        Left before = left.getOrDefault(key, new Left(limit.atOnce, now));
        double amount = Math.min(limit.atOnce, before.amount + (now - before.atNanos) / NANOS * limit.perSecond);
        if (amount < 1) {
            throw RegistryError.tooManyRequests(caller.name(), limit.description);
        }
        left.put(key, new Left(amount - 1, now));
    }
}
