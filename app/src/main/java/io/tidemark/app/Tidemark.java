package io.tidemark.app;

import io.tidemark.app.cli.RootCommand;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.cli.terminal.TerminalWidth;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.app.process.ResourceScope.StopReason;
import io.tidemark.app.process.StopSignals;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.schemas.time.NanoClock;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/** The {@code tidemark} command: makes what the process has (clocks, terminal, environment) and hands it to the verbs. */
public final class Tidemark {
    /** The shell's code for a command that is stopped at its terminal. */
    private static final int CTRL_C = 130;

    /** The shell's code for one that gets this signal. */
    private static final int SIGTERM = 143;

    private Tidemark() {}

    public static void main(String[] arguments) {
        TrustedEventClasses.trust();
        // Figures are written with a point everywhere: scripts read them, and people compare them across machines.
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
        ResourceScope closer = new ResourceScope(reason -> System.exit(code(reason)));
        StopSignals.handle(closer::stop);
        Runtime.getRuntime().addShutdownHook(new Thread(closer::close, "tidemark-stop"));
        int code = execute(context(closer), arguments);
        closer.close();
        System.exit(code);
    }

    private static int code(StopReason reason) {
        return switch (reason) {
            case CTRL_C, STOPPED_ELSEWHERE -> CTRL_C;
            case SIGTERM -> SIGTERM;
            case NOT_NEEDED -> ExitCode.OK.code();
        };
    }

    /** An error of the JVM (a class that is missing, no memory) would end the process with 1, which says "SLO not met". */
    private static int execute(CommandContext context, String... arguments) {
        try {
            return new RootCommand(context).execute(arguments);
        } catch (Error e) {
            context.terminal().warn("internal error: " + e);
            context.terminal().printTrace(e);
            return ExitCode.INTERNAL.code();
        }
    }

    private static CommandContext context(ResourceScope closer) {
        Map<String, String> environment = System.getenv();
        boolean interactive = Boolean.getBoolean("tidemark.tty");
        Terminal terminal = new Terminal(
                writer(System.out),
                writer(System.err),
                interactive,
                interactive && !environment.containsKey("NO_COLOR"),
                interactive ? closer.register(new TerminalWidth()) : () -> Terminal.DEFAULT_COLUMNS);
        return new CommandContext(
                terminal,
                InstantSource.system(),
                NanoClock.SYSTEM,
                environment,
                Path.of(environment.getOrDefault("TIDEMARK_HOME", "tidemark")),
                new SplittableRandom(),
                version(),
                closer);
    }

    private static String version() {
        String version = Tidemark.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }
}
