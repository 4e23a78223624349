package io.tidemark.streams.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstanceIdTest {
    @TempDir
    private Path stateDir;

    @Test
    void aHostKeepsItsId() {
        assertThat(claimed()).isEqualTo(claimed());
    }

    @Test
    void aHostWhoseFileWasDamagedGetsANewIdAndKeepsThat() throws Exception {
        String before = claimed();
        Files.write(stateDir.resolve("instance-id"), new byte[] {-1, 0, 7});
        String after = claimed();
        assertThat(after).isNotEqualTo(before).isEqualTo(claimed());
    }

    private String claimed() {
        try (InstanceId instance = InstanceId.claim(stateDir)) {
            return instance.id();
        }
    }
}
