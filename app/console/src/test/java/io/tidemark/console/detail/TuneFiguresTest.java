package io.tidemark.console.detail;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.console.StoredTune;
import io.tidemark.console.detail.TuneView.Configuration;
import io.tidemark.console.detail.TuneView.Latency;
import io.tidemark.console.detail.TuneView.Start;
import io.tidemark.reports.tune.TuneReportReader;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TuneFiguresTest {
    private static final Instant BEGIN = Instant.parse("2026-11-20T14:00:00Z");

    @TempDir
    private static Path folder = Path.of("");

    @SuppressWarnings("NullAway.Init") // Made before all tests.
    private static TuneView tune;

    @BeforeAll
    static void read() {
        Path file = folder.resolve("store.db");
        StoredTune.write(file, new Team("perf"), BEGIN);
        try (ResultStore store = SqliteStore.open(file);
                ResultReader results = store.reader()) {
            tune = TuneFigures.of(
                    new TuneReportReader(results).read(results.tunes().get(0), BEGIN));
        }
    }

    private static Configuration configuration(String phase) {
        return tune.configurations().stream()
                .filter(one -> one.phase().equals(phase))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void parametersAreWhatDiffersWithNumbersBySize() {
        assertThat(tune.parameters())
                .containsExactly(
                        new TuneView.Parameter("kv-cache-dtype", List.of("default", "fp8")),
                        new TuneView.Parameter("max-num-seqs", List.of("128", "512", "default")));
        assertThat(configuration("both").values()).isEqualTo(Map.of("max-num-seqs", "128", "kv-cache-dtype", "fp8"));
        assertThat(configuration("mns128").values())
                .isEqualTo(Map.of("max-num-seqs", "128", "kv-cache-dtype", "default"));
    }

    @Test
    void eachConfigurationHasTheLoadThatItHeldWithItsInterval() {
        assertThat(configuration("fp8").held().value()).hasValue(5);
        assertThat(configuration("fp8").held().low()).hasValue(5);
        assertThat(configuration("fp8").held().high()).hasValue(6);
        assertThat(tune.unit()).isEqualTo("req/s");
    }

    @Test
    void latenciesAreThoseAtTheHighestLoadThatItDoesNotFailAt() {
        // The server of capacity 5 fails at 8 and holds 4 req/s: 100 (1 + 4 / 5) ms.
        Configuration one = configuration("fp8");
        assertThat(one.at().orElseThrow().load()).isEqualTo(4);
        Latency p95 = one.latencies().stream()
                .filter(latency -> latency.metric().equals("ttft") && latency.quantile() == 0.95)
                .findFirst()
                .orElseThrow();
        Offset<Long> sketched = Offset.offset(4_000_000L);
        assertThat(p95.value().orElseThrow()).isCloseTo(180_000_000L, sketched);
        assertThat(p95.low().orElseThrow()).isCloseTo(180_000_000L, sketched);
        // 4 req/s of 200 tokens.
        assertThat(one.tokensPerGpu()).hasValue(800);
    }

    @Test
    void aStartThatBecameReadyHasTheLinesBeforeThat() {
        Start start = configuration("fp8").starts().get(0);
        assertThat(start.trial().failure()).isEmpty();
        assertThat(start.trial().lastLines())
                .containsExactly("GPU KV cache size: 65,536 tokens", "Application startup complete.");
    }

    @Test
    void aStartThatFailedHasTheEndOfItsLog() {
        Configuration failed = configuration("mns512");
        assertThat(failed.held().value()).isEqualTo(OptionalDouble.empty());
        Start start = failed.starts().get(0);
        assertThat(start.trial().failure()).isEqualTo("OUT_OF_MEMORY");
        assertThat(start.trial().lastLines()).last().isEqualTo("torch.OutOfMemoryError: CUDA out of memory");
        assertThat(start.trial().log()).isEqualTo("/tmp/starts/5.log");
    }
}
