package io.tidemark.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.process.ResourceScope;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The reason that the end of a stopped run gives. */
class StoppableRunTest {
    private final BlockingQueue<String> reasons = new LinkedBlockingQueue<>();

    @TempDir
    private Path home;

    private StoppableRun run(Shell shell) {
        return new StoppableRun("01JD8Z6K3M5TQX9V2R7C0WHB4P", reasons::add, shell.context());
    }

    /** Stops a run that executes until then. */
    private String stopped(StoppableRun run) throws InterruptedException {
        Thread stopping = new Thread(run::close, "stopping");
        stopping.start();
        String reason = run.execute(reasons::take);
        stopping.join();
        return reason;
    }

    @ParameterizedTest
    @CsvSource({
        "CTRL_C, stopped by Ctrl-C",
        "SIGTERM, stopped by SIGTERM",
        "NOT_NEEDED, stopped by the end of the process that started it",
        "STOPPED_ELSEWHERE, stopped by another process"
    })
    void isWhatStopsItsProcess(ResourceScope.StopReason process, String reason) throws Exception {
        try (Shell shell = new Shell(home)) {
            shell.context().resources().stop(process);

            assertThat(stopped(run(shell))).isEqualTo(reason);
        }
    }

    @Test
    void isWhoAskedAndWhyWhereThatStopsItsProcess() throws Exception {
        try (Shell shell = new Shell(home)) {
            StoppableRun run = run(shell);
            run.noteStop("ana", "a release");
            shell.context().resources().stop(ResourceScope.StopReason.STOPPED_ELSEWHERE);

            assertThat(stopped(run)).isEqualTo("stopped by ana: a release");
        }
    }

    @Test
    void isTheEndOfItsProcessWhereNothingElseIsKnown() throws Exception {
        try (Shell shell = new Shell(home)) {
            assertThat(stopped(run(shell))).isEqualTo("stopped by the end of its process");
        }
    }
}
