package io.tidemark.app.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.fixtures.process.Await;
import io.tidemark.producer.calibrate.ResponsePacing;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class CalibrationServerProcessTest {
    private static final ResponsePacing PACING = new ResponsePacing(Duration.ofMillis(20), Duration.ofMillis(5));

    @TempDir
    private Path folder;

    @Test
    void aServerOfItsOwnProcessHandsItsLogBackAndEndsWhenClosed() throws Exception {
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        try (CalibrationServerProcess server = CalibrationServerProcess.launch()) {
            URI url = URI.create(server.url(PACING) + "/v1/chat/completions");
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(url)
                                    .header("X-Request-Id", "a-1")
                                    .POST(HttpRequest.BodyPublishers.ofString("{\"max_tokens\":4}"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(answer.body()).contains("[DONE]");
            assertThat(server.tokenTimes()).singleElement().satisfies(request -> {
                assertThat(request.id()).isEqualTo("a-1");
                assertThat(request.sinceReadNanos()).hasSize(4);
            });
        }
        Await.until(
                () -> ProcessHandle.current().children().allMatch(before::contains),
                () -> "left: " + ProcessHandle.current().children().toList());
    }

    @Test
    void theCommandSaysWhatTheClientAddsAndJudgesItByThePlan() throws Exception {
        try (Shell shell = new Shell(folder)) {
            assertThat(shell.run("calibrate", plan("1h").toString(), "--duration", "5s", "--json"))
                    .as("%s%s", shell.out(), shell.err())
                    .isEqualTo(ExitCode.OK.code());
            JsonNode said = new JsonMapper().readTree(shell.out());
            assertThat(said.path("concurrency").asInt()).isEqualTo(6);
            assertThat(said.path("ttftError").path("samples").asInt()).isPositive();
            assertThat(said.path("itlError").path("samples").asInt()).isPositive();
            assertThat(said.path("withinLimits").asBoolean()).isTrue();
        }
    }

    @Test
    void pastALimitTheExitCodeIsThatOfAnInvalidRun() throws Exception {
        try (Shell shell = new Shell(folder)) {
            assertThat(shell.run("calibrate", plan("1us").toString(), "--duration", "2s"))
                    .isEqualTo(ExitCode.RUN_INVALID.code());
            assertThat(shell.out()).contains("TTFT error", "PAST", "limits.calibration_ttft_p99");
        }
    }

    @Test
    void whatCannotBeAskedIsRefused() throws Exception {
        try (Shell shell = new Shell(folder)) {
            assertThat(shell.run("calibrate", "--duration", "2m")).isEqualTo(ExitCode.USAGE.code());
            assertThat(shell.run("calibrate", "--duration", "soon")).isEqualTo(ExitCode.USAGE.code());
            assertThat(shell.run("calibrate", "--concurrency", "0")).isEqualTo(ExitCode.USAGE.code());
            assertThat(shell.run("calibrate", "--concurrency", "10000", "--rate-tokens", "100"))
                    .isEqualTo(ExitCode.USAGE.code());
        }
    }

    /** 4 a second of 20 tokens are (0.5 s + 1 s) x 4 streams. */
    private Path plan(String ttftLimit) throws Exception {
        return Files.writeString(folder.resolve("plan.yaml"), """
                experiment: own error
                workload: {kind: synthetic, prompt_tokens: 64, output_tokens: 20}
                steps: [{rate: 4, duration: 1m}]
                limits: {calibration_ttft_p99: %s, calibration_itl_p99: 1h}
                """.formatted(ttftLimit));
    }
}
