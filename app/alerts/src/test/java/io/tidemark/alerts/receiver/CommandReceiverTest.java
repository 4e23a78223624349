package io.tidemark.alerts.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class CommandReceiverTest {
    @TempDir
    private Path folder;

    @Test
    void theProgramGetsJsonOnItsStandardInput() throws IOException {
        assertThat(send("cat > '" + folder + "/got'")).isEqualTo(new SendResult.Delivered());
        assertThat(new JsonMapper()
                        .readTree(Files.readString(folder.resolve("got")))
                        .at("/alerts/0/labels/alertname")
                        .asText())
                .isEqualTo("SloBreach");
    }

    @Test
    void exitCode75IsWorthAnotherTryAndAnyOtherIsNot() {
        assertThat(send("echo busy >&2; exit 75"))
                .isEqualTo(new SendResult.Retry(Optional.empty(), "exit code 75: busy"));
        assertThat(send("echo no such queue >&2; exit 1"))
                .isEqualTo(new SendResult.Rejected("exit code 1: no such queue"));
    }

    @Test
    void aProgramThatDoesNotEndIsEnded() {
        try (Receiver receiver =
                Opened.receiver("command: { command: [ /bin/sleep, '600' ] }", Duration.ofSeconds(1))) {
            assertThat(receiver.send(List.of(SampleAlerts.firing())))
                    .isEqualTo(new SendResult.Retry(Optional.empty(), "the program did not end within 1 s"));
        }
    }

    @Test
    void aProgramThatIsNotThereIsRejected() {
        Receiver receiver = Opened.receiver("command: { command: [ /no/such/program ] }", Map.of());
        assertThat(receiver.send(List.of(SampleAlerts.firing()))).isInstanceOf(SendResult.Rejected.class);
        receiver.close();
    }

    @Test
    void itSeesTheVariablesThatTheFileNamesAndItsSecretsAreNotRepeated() {
        String kind =
                "command: { command: [ /bin/sh, -c, 'echo $WANTED $OTHER >&2; exit 1' ], environment: [ WANTED ] }";
        Receiver receiver =
                Opened.receiver(kind, Map.of("WANTED", "s3cret", "OTHER", "hidden", "PATH", "/bin:/usr/bin"));
        assertThat(receiver.send(List.of(SampleAlerts.firing())))
                .isEqualTo(new SendResult.Rejected("exit code 1: ***"));
        receiver.close();
    }

    @Test
    void aProgramThatSaysMuchIsCut() {
        assertThat(send("yes error | head -c 10000000 >&2; exit 2"))
                .isInstanceOfSatisfying(
                        SendResult.Rejected.class,
                        rejected -> assertThat(rejected.reason()).hasSizeLessThanOrEqualTo(500));
    }

    private static SendResult send(String script) {
        String quoted = script.replace("'", "''");
        Receiver receiver = Opened.receiver(
                "command: { command: [ /bin/sh, -c, '" + quoted + "' ] }", Map.of("PATH", "/bin:/usr/bin"));
        try (receiver) {
            return receiver.send(List.of(SampleAlerts.firing()));
        }
    }
}
