package io.tidemark.producer.plan;

import io.tidemark.producer.plan.WorkloadPlan.Conversations;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads {@code workload} of kind conversations. */
final class ConversationsReader {
    private static final List<String> USUAL_FOLLOW_UPS = List.of("Can you elaborate further on that?");
    private static final LengthRange STAND_IN = LengthRange.of(1);
    private static final LengthRange MOST_TURNS = new LengthRange(1, 100);

    private final Section workload;
    private final Path directory;

    ConversationsReader(Section workload, Path directory) {
        this.workload = workload;
        this.directory = directory;
    }

    Conversations read(Labels labels, boolean exactOutput) {
        Section starters = workload.section("starters").orElseGet(() -> {
            workload.refuse("starters", "is required");
            return workload.nothing("starters");
        });
        Optional<Path> file = starters.optional("file", PlanReader.readableFile(directory));
        int count = starters.required("count", Values.COUNT, 1);
        LengthRange tokens = file.isPresent() ? STAND_IN : LengthReader.required(starters, "tokens");
        if (file.isPresent() && starters.has("tokens")) {
            starters.refuse("tokens", "must be left out where a file gives the starters");
        }
        starters.refuseOthers();
        List<String> followUps = workload.list("follow_ups", Values.TEXT);
        return new Conversations(
                labels,
                exactOutput,
                count,
                tokens,
                file,
                turns(),
                followUps.isEmpty() ? USUAL_FOLLOW_UPS : followUps,
                ThinkTimeReader.optional(workload, "think_time"),
                LengthReader.required(workload, "output_tokens"));
    }

    private LengthRange turns() {
        LengthRange turns = LengthReader.required(workload, "turns");
        if (turns.max() > MOST_TURNS.max()) {
            workload.refuse("turns", "must be at most " + MOST_TURNS.max());
        }
        return turns;
    }
}
