package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RegistrySettingsTest {
    private static final Map<String, String> SETTINGS = Map.of("basic.auth.user.info", "me:hush=\n\"ü");

    private static InputStream input(byte[] bytes) {
        return new ByteArrayInputStream(bytes);
    }

    @Test
    void aWorkerReadsWhatItsLeaderWroteAndNothingBehindIt() throws IOException {
        ByteArrayOutputStream worker = new ByteArrayOutputStream();
        RegistrySettings.write(SETTINGS, worker);
        worker.write('x');
        InputStream input = input(worker.toByteArray());

        assertThat(RegistrySettings.read(input)).isEqualTo(SETTINGS);
        assertThat(input.read()).isEqualTo('x');
    }

    @Test
    void anInputThatEndsAtOnceHasNone() throws IOException {
        assertThat(RegistrySettings.read(input(new byte[0]))).isEmpty();
    }

    @Test
    void whatIsNoJsonIsRefusedAndNotRepeated() {
        assertThatThrownBy(() -> RegistrySettings.read(input("hush\n".getBytes(StandardCharsets.UTF_8))))
                .hasMessage("the first line of standard input is not a JSON object of texts");
    }

    @Test
    void noCommandLineHasTheirValues() {
        WorkerOptions workers = new WorkerOptions(2, true, List.of("plan.yaml"), SETTINGS);

        assertThat(workers.command("RUN", 1)).noneMatch(word -> word.contains("basic.auth"));
        assertThat(workers.externalCommand("RUN", 1))
                .containsSubsequence("--registry-setting", "basic.auth.user.info=***")
                .noneMatch(word -> word.contains("hush"));
        assertThat(workers.toString()).doesNotContain("hush");
    }
}
