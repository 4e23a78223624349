package io.tidemark.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class StopSignalsTest {
    private static final String READY = "ready";

    /** A process that reports what stops it. */
    static final class Stopped {
        private Stopped() {}

        public static void main(String[] arguments) throws InterruptedException {
            StopSignals.handle(reason -> {
                System.out.println("stopped by " + reason.description());
                Runtime.getRuntime().halt(0);
            });
            System.out.println(READY);
            new CountDownLatch(1).await();
        }
    }

    /** Ctrl-C is that of the tests of whole commands: a shell without job control has its background processes ignore it. */
    @Test
    void theSignalThatStopsAProcessIsKnown() throws Exception {
        Process process = new ProcessBuilder(
                        ChildProcess.java(List.of(), System.getProperty("java.class.path"), Stopped.class))
                .start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo(READY);
            new ProcessBuilder("kill", "-TERM", Long.toString(process.pid())).start();

            assertThat(out.readLine()).isEqualTo("stopped by SIGTERM");
        } finally {
            process.destroyForcibly();
        }
    }
}
