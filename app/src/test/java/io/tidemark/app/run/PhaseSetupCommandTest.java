package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.cli.Shell;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.reports.compare.PhaseOrder;
import io.tidemark.reports.failure.OperationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
final class PhaseSetupCommandTest {
    private static final PhasePlan TUNED = new PhasePlan(
            "tuned", Map.of("max-num-seqs", "128", "enable-chunked-prefill", "true", "x", "a b", "seed", "default"));

    @TempDir
    private Path home;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(home);
    }

    @AfterEach
    void close() {
        shell.close();
    }

    @Test
    void theCommandIsToldThePhaseItsFlagsAndTheTarget() throws Exception {
        Path told = home.resolve("told");
        before("echo \"$TIDEMARK_PREVIOUS_PHASE>$TIDEMARK_PHASE $TIDEMARK_BLOCK.$TIDEMARK_RUN $TIDEMARK_TARGET\" > "
                        + told + "; echo \"$TIDEMARK_FLAGS\" >> " + told + "; echo \"$TIDEMARK_FLAGS_JSON\" >> " + told)
                .execute(told());
        assertThat(Files.readAllLines(told))
                .containsExactly(
                        "base>tuned 2.3 http://gpu-1:8000",
                        "--enable-chunked-prefill --max-num-seqs=128 '--x=a b'",
                        "{\"enable-chunked-prefill\":\"true\",\"max-num-seqs\":\"128\",\"seed\":\"default\",\"x\":\"a b\"}");
    }

    @Test
    void aServerLeftInTheBackgroundIsNotWaitedFor() throws Exception {
        Path pid = home.resolve("pid");
        before("sleep 300 & echo $! > " + pid).execute(told());
        ProcessHandle server =
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
        assertThat(server.isAlive()).isTrue();
        assertThat(server.destroy()).isTrue();
    }

    @Test
    void aFailureNamesThePhaseTheCodeAndWhatTheCommandWrote() {
        assertThatThrownBy(() -> before("echo no such model; exit 7").execute(told()))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("--before-run ended with 7 before run 3, phase tuned")
                .hasMessageContaining("no such model");
    }

    private PhaseSetupCommand before(String command) {
        return new PhaseSetupCommand(shell.context(), "--before-run", command, home.resolve("logs"));
    }

    private static PhaseSetupCommand.SetupContext told() {
        return new PhaseSetupCommand.SetupContext(
                new PhaseOrder.ScheduledRun(3, 2, "tuned"), TUNED, "base", "http://gpu-1:8000");
    }
}
