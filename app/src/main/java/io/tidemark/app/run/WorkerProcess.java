package io.tidemark.app.run;

import io.tidemark.app.process.ChildProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/** A worker in a process of its own, which ends by itself when this one is gone. Not thread-safe. */
final class WorkerProcess implements AutoCloseable {
    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);

    private final Process process;

    private WorkerProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts it.
     *
     * @param arguments of the command
     * @param settings of the registry's client
     * @throws IllegalStateException if no process can be started
     */
    static WorkerProcess launch(List<String> arguments, Map<String, String> settings) {
        List<String> command = ChildProcess.tidemark(ChildProcess.jvmOptions());
        command.addAll(arguments);
        try {
            WorkerProcess worker = new WorkerProcess(new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
            RegistrySettings.write(settings, worker.process.getOutputStream());
            return worker;
        } catch (IOException e) {
            throw new IllegalStateException("a worker could not be started: " + e.getMessage(), e);
        }
    }

    long pid() {
        return process.pid();
    }

    /** Reports the exit code when the process has ended, on any thread. */
    void onEnd(IntConsumer told) {
        var unused = process.onExit().thenAccept(ended -> told.accept(ended.exitValue()));
    }

    /** Waits until it has ended, and ends it if it does not. */
    @Override
    public void close() {
        ChildProcess.endAttached(process, STOP_WITHIN);
    }
}
