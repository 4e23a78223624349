package io.tidemark.app.run;

import com.google.common.collect.ImmutableSet;

/** What goes wrong in a drawn run, and the signals of which one must then come first. */
enum MovedKind {
    THROTTLED_GPU("the GPU's clock falls", "gpu.clock"),
    SLOW_STEPS("engine steps take longer", "engine.step_seconds"),
    KV_SHRINKS("the KV cache shrinks", "engine.kv.usage_ratio", "engine.preemptions"),
    PREFIX_LOST("the prefix cache finds nothing", "engine.prefix.hit_ratio", "load.cached_ratio"),
    FEWER_SLOTS("fewer requests may run at once", "engine.requests.waiting"),
    ENGINE_STALLS("the engine stands still", "engine.standstill_ratio"),
    RESTART("the server restarts", "engine.restarts", "engine.away_ratio"),
    OTHER_TENANT("another client's requests", "engine.requests.others"),
    BURST("requests come faster", "load.due_per_second"),
    LONGER_PROMPTS("prompts get longer", "load.prompt_tokens", "engine.prompt_length"),
    LONGER_ANSWERS("answers get longer", "load.output_tokens"),
    ANSWERS_HANG("answers stop, connections stay open", "load.in_flight_beyond_server_ratio"),
    REQUESTS_FAIL("requests are refused, broken off or cut", "load.failed_ratio"),
    SLOW_CLIENT("the client lags", "client.schedule_lag_p99_nanos"),
    NOTHING("nothing, with a limit that chance breaks");

    private final String description;
    private final ImmutableSet<String> right;

    MovedKind(String description, String... right) {
        this.description = description;
        this.right = ImmutableSet.copyOf(right);
    }

    String description() {
        return description;
    }

    /** Ids of signals; empty where none may be named. */
    ImmutableSet<String> right() {
        return right;
    }
}
