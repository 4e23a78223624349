package io.tidemark.producer.plan.read;

import io.tidemark.producer.plan.workload.LengthDistribution;
import io.tidemark.producer.plan.workload.LengthRange;
import io.tidemark.producer.plan.workload.RequestClassNaming;
import io.tidemark.producer.plan.workload.WorkloadPlan.Conversations;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads {@code workload} of kind conversations. */
final class ConversationsReader {
    private static final List<String> USUAL_FOLLOW_UPS = List.of("Can you elaborate further on that?");
    private static final LengthDistribution STAND_IN = LengthRange.of(1);
    private static final LengthRange MAX_TURNS = new LengthRange(1, 100);

    private final YamlSection workload;
    private final Path directory;

    ConversationsReader(YamlSection workload, Path directory) {
        this.workload = workload;
        this.directory = directory;
    }

    Conversations read(RequestClassNaming labels, boolean exactOutput) {
        YamlSection starters = workload.section("starters").orElseGet(() -> {
            workload.refuse("starters", "is required");
            return workload.emptySection("starters");
        });
        Optional<Path> file = starters.optional("file", ValueTypes.readableFile(directory));
        int count = starters.required("count", ValueTypes.COUNT, 1);
        LengthDistribution tokens = file.isPresent() ? STAND_IN : LengthRangeReader.required(starters, "tokens");
        if (file.isPresent() && starters.has("tokens")) {
            starters.refuse("tokens", "must be left out where a file gives the starters");
        }
        starters.refuseUnknownKeys();
        List<String> followUps = workload.list("follow_ups", ValueTypes.TEXT);
        return new Conversations(
                labels,
                exactOutput,
                count,
                tokens,
                file,
                turns(),
                followUps.isEmpty() ? USUAL_FOLLOW_UPS : followUps,
                ThinkTimeReader.optional(workload, "think_time"),
                LengthRangeReader.required(workload, "output_tokens"));
    }

    private LengthDistribution turns() {
        LengthDistribution turns = LengthRangeReader.required(workload, "turns");
        if (turns.max() > MAX_TURNS.max()) {
            workload.refuse("turns", "must be at most " + MAX_TURNS.max() + "; give a distribution its max");
        }
        return turns;
    }
}
