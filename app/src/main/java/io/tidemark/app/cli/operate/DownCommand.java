package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.StackFile;
import io.tidemark.reports.failure.UnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidemark down}: ends the stack of this home, as Ctrl-C in its terminal does. */
@Command(
        name = "down",
        description = {
            "Stop the stack that `tidemark up` runs in this home.",
            "Its data stays: the next `tidemark up` continues with it."
        },
        footer = {"  tidemark down", "  TIDEMARK_HOME=/srv/tidemark tidemark down --timeout 2m"})
public final class DownCommand implements Callable<Integer> {
    private final CommandContext context;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "1m",
            description = "How long to wait until it has stopped. Default: ${DEFAULT-VALUE}")
    private Duration timeout = Duration.ofMinutes(1);

    public DownCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        Optional<StackFile.Entry> up = StackFile.in(context.home()).up();
        if (up.isEmpty()) {
            context.terminal().printLine("no stack is up in " + context.home());
            return ExitCode.OK.code();
        }
        stop(up.get());
        return ExitCode.OK.code();
    }

    private void stop(StackFile.Entry stack) throws InterruptedException {
        if (stack.endsWithCommand()) {
            throw new UnavailableException("the stack in " + context.home() + " belongs to a run (process "
                    + stack.pid() + ") and ends with it; stop that run instead");
        }
        ProcessHandle process = stack.process()
                .filter(found -> found.pid() != ProcessHandle.current().pid())
                .orElseThrow(() -> new UnavailableException("process " + stack.pid()
                        + " is not certainly the stack of " + context.home()
                        + "; stop it in its own terminal"));
        if (!process.destroy()) {
            throw new UnavailableException("the system does not let this user stop process " + process.pid()
                    + ", the stack of " + context.home());
        }
        await(process);
        context.terminal().printFormatted("stopped the stack in %s (process %d)", context.home(), process.pid());
    }

    private void await(ProcessHandle process) throws InterruptedException {
        try {
            process.onExit().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new UnavailableException(
                    "process " + process.pid() + " got the signal to stop and still runs after " + timeout.toSeconds()
                            + " s; it may still be storing records",
                    e);
        } catch (ExecutionException e) {
            throw new UnavailableException("process " + process.pid() + " cannot be waited for: " + e, e);
        }
    }
}
