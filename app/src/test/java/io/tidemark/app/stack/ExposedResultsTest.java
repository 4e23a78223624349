package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.prometheus.PrometheusServer;
import io.tidemark.prometheus.PrometheusTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The results of a run on the page of {@code up --http}, and again on that of a {@code serve exporter} that starts after the run. */
@Tag("integration")
final class ExposedResultsTest {
    private static final Pattern PAGE = Pattern.compile("(http://\\S+)/metrics");

    /** Those that do not depend on when they are asked for. */
    private static final Pattern COUNTED =
            Pattern.compile("(?m)^tidemark_(ttft|ttft_due|tpot|itl|e2e|e2e_due|queue_time)_seconds.*$"
                    + "|^tidemark_(requests|prompt_tokens|output_tokens|objective\\w*|held_load|step\\w*)\\b.*$");

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    @Test
    void aRunsResultsAreExposedWhileItLastsAndByAnExporterThatComesLater() throws Exception {
        assumeTrue(
                PrometheusServer.obstacle().isEmpty(),
                () -> PrometheusServer.obstacle().orElseThrow());
        Path home = Files.createDirectory(folder.resolve("home"));
        Path plan = Target.plan(folder, 20, 5, "ttft_due p95 < 60s over 10s");
        try (Target target = new Target();
                TidemarkProcess up = TidemarkProcess.start(home, "up", "--http", "0")) {
            up.awaitSaid("It is up.");
            String page = page(up);
            try (PrometheusServer prometheus = PrometheusServer.scraping(
                            folder, URI.create(page).getAuthority(), PrometheusServer.NATIVE_HISTOGRAMS);
                    TidemarkProcess run =
                            TidemarkProcess.start(home, "run", plan.toString(), "--target", target.url())) {
                assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK.code());
                String ok = "sum(tidemark_requests_total{class='all',outcome='ok'})";
                up.await(() -> asked(prometheus, ok) == 2 * 20 * 5);
                up.await(() ->
                        asked(prometheus, "histogram_count(tidemark_ttft_due_seconds{class='all'})") == 2 * 20 * 5);
                up.await(() -> asked(prometheus, "sum(tidemark_step_verdict{verdict='pass'})") == 1);
                assertThat(asked(prometheus, "histogram_quantile(0.99, tidemark_ttft_seconds{class='all'})"))
                        .isBetween(0.0001, 60.0);
            }
            String exposed = text(page);
            assertThat(PrometheusTool.checkMetrics(exposed).output()).isEmpty();
            try (TidemarkProcess exporter = TidemarkProcess.start(home, "serve", "exporter", "--http", "0")) {
                exporter.awaitSaid("/metrics");
                String later = page(exporter);
                exporter.await(() -> text(later).contains("tidemark_exporter_ready{team=\"default\"} 1.0"));
                exporter.await(() -> counted(text(later)).equals(counted(text(page))));
                assertThat(counted(text(later))).hasSizeGreaterThan(30);
            }
        }
    }

    private static double asked(PrometheusServer prometheus, String expression) {
        return prometheus.query(expression).path(0).path("value").path(1).asDouble();
    }

    private static String page(TidemarkProcess process) {
        Matcher page = PAGE.matcher(process.out());
        assertThat(page.find()).as(process.out()).isTrue();
        return page.group(1);
    }

    private String text(String page) {
        try {
            return http.send(
                            HttpRequest.newBuilder(URI.create(page + "/metrics"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static List<String> counted(String text) {
        return COUNTED.matcher(text).results().map(MatchResult::group).sorted().toList();
    }
}
