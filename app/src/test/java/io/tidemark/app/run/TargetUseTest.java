package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TargetUseTest {
    private static final URI TARGET = URI.create("http://gpu:8000/v1");

    @TempDir
    private Path home;

    @Test
    void aSecondRunOnATargetIsToldTheFirstUntilThatEnds() {
        TargetUse first = TargetUse.begin(home, TARGET, "RUN1");
        try (TargetUse second = TargetUse.begin(home, URI.create("http://gpu:8000"), "RUN2");
                TargetUse elsewhere = TargetUse.begin(home, URI.create("http://gpu:8001"), "RUN3")) {
            assertThat(first.other()).isEmpty();
            assertThat(second.other())
                    .contains("RUN1, process " + ProcessHandle.current().pid());
            assertThat(elsewhere.other()).isEmpty();
        }
        first.close();

        try (TargetUse third = TargetUse.begin(home, TARGET, "RUN4")) {
            assertThat(third.other()).isEmpty();
        }
    }
}
