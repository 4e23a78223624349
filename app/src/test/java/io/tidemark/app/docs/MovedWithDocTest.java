package io.tidemark.app.docs;

import static io.tidemark.app.docs.MarkdownTable.code;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.signal.CorrelatedSignal;
import io.tidemark.fixtures.GeneratedBlock;
import io.tidemark.fixtures.RepositoryFiles;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** docs/how-to/explain-a-breach.md lists what {@link CorrelatedSignal} does. */
final class MovedWithDocTest {
    /** What users were promised to be told of, and by what. */
    private static final Map<String, String> PROMISED = Map.of(
            "queue length", "engine.requests.waiting",
            "KV use", "engine.kv.usage_ratio",
            "preemptions", "engine.preemptions",
            "prefix hits", "engine.prefix.hit_ratio",
            "running batch", "engine.requests.running",
            "GPU", "gpu.clock",
            "the client's lag", "client.schedule_lag_p99_nanos",
            "token lengths", "load.output_tokens",
            "the share of the prompts that was cached", "load.cached_ratio");

    @Test
    void theTableMirrorsTheEnum() {
        MarkdownTable table = new MarkdownTable("id", "is", "whose", "direction of trouble");
        Arrays.stream(CorrelatedSignal.values())
                .forEach(mover -> table.row(
                        code(mover.id()),
                        mover.description().replaceFirst(",$", ""),
                        mover.side().name().toLowerCase(Locale.ROOT),
                        Optional.of(mover.worseDirection())
                                .filter(word -> !word.isEmpty())
                                .orElse("none: listed last")));
        new GeneratedBlock("docs/how-to/explain-a-breach.md", "movers").mustBe(table.text());
    }

    @Test
    void whatIsPromisedIsLookedAt() {
        String page = RepositoryFiles.read("docs/how-to/explain-a-breach.md");
        PROMISED.forEach((description, id) -> {
            assertThat(page).contains(description);
            assertThat(CorrelatedSignal.byId(id)).as(description).isPresent();
        });
    }
}
