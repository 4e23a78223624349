package io.tidemark.app.run;

import static io.tidemark.app.run.MovedKind.BURST;
import static io.tidemark.app.run.MovedKind.KV_SHRINKS;
import static io.tidemark.app.run.MovedKind.LONGER_PROMPTS;
import static io.tidemark.app.run.MovedKind.OTHER_TENANT;
import static io.tidemark.app.run.MovedKind.PREFIX_LOST;
import static io.tidemark.app.run.MovedKind.SLOW_CLIENT;
import static io.tidemark.app.run.MovedKind.SLOW_STEPS;
import static io.tidemark.app.run.MovedKind.THROTTLED_GPU;

import com.google.common.collect.ImmutableList;
import java.util.List;

/** Two faults at about the same time. */
final class MovedPairs {
    static final ImmutableList<List<MovedKind>> ALL = ImmutableList.of(
            List.of(THROTTLED_GPU, BURST),
            List.of(THROTTLED_GPU, PREFIX_LOST),
            List.of(SLOW_STEPS, LONGER_PROMPTS),
            List.of(SLOW_STEPS, KV_SHRINKS),
            List.of(KV_SHRINKS, PREFIX_LOST),
            List.of(PREFIX_LOST, BURST),
            List.of(OTHER_TENANT, THROTTLED_GPU),
            List.of(SLOW_CLIENT, SLOW_STEPS),
            List.of(SLOW_CLIENT, KV_SHRINKS));

    private MovedPairs() {}
}
