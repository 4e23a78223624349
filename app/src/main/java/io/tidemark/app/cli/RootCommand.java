package io.tidemark.app.cli;

import io.tidemark.app.ExitCode;
import io.tidemark.app.Surroundings;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root of the verbs: maps what they throw to messages and exit codes. */
@Command(
        name = "tidemark",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "VERB",
        description = {
            "Streaming SLO telemetry for LLM serving: how much load does a configuration hold within its SLO,",
            "is that better or worse than before, and how sure are we?"
        },
        footerHeading = "%nStart here:%n",
        footer = {
            "  tidemark demo                                   everything on this machine, in under 3 minutes",
            "  tidemark run --target http://localhost:8000     measure a server of yours",
        },
        subcommands = HelpCommand.class)
public final class RootCommand implements Runnable {
    private final Surroundings surroundings;

    @Spec
    private CommandSpec spec;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show stack traces.")
    private boolean debug;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    public RootCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** Runs a command line; returns the process' exit code and prints every error itself. */
    public int execute(String... arguments) {
        String[] dashed = BenchArguments.dashed(arguments);
        return commandLine(Verb.namedIn(dashed)).execute(dashed);
    }

    /** With every option of every verb. */
    CommandLine commandLine() {
        return commandLine(verb -> true);
    }

    /** @param whole the verbs with their options; of the others only name and description are read, which is a third of the time that {@code --help} takes */
    private CommandLine commandLine(Predicate<Verb> whole) {
        CommandLine line = new CommandLine(this);
        verbs().forEach(verb -> line.addSubcommand(verb.name(), whole.test(verb) ? verb.line() : verb.outline()));
        line.getCommandSpec().versionProvider(new VersionProvider(surroundings.version()));
        line.setOut(surroundings.terminal().out());
        line.setErr(surroundings.terminal().err());
        line.setColorScheme(CommandLine.Help.defaultColorScheme(
                surroundings.terminal().colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExitCodeExceptionMapper(RootCommand::exitCode);
        line.setExecutionExceptionHandler((error, command, result) -> report(error));
        line.setParameterExceptionHandler(this::usage);
        addExitCodes(line);
        HelpText.layOut(line, surroundings.terminal().width());
        return line;
    }

    @Override
    public void run() {
        spec.commandLine().usage(surroundings.terminal().out());
    }

    private List<Verb> verbs() {
        return List.of(
                new Verb(DemoCommand.class, () -> new DemoCommand(surroundings)),
                new Verb(UpCommand.class, () -> new UpCommand(surroundings)),
                new Verb(InitCommand.class, () -> new InitCommand(surroundings)),
                new Verb(RunCommand.class, () -> new RunCommand(surroundings)),
                new Verb(SearchCommand.class, () -> new SearchCommand(surroundings)),
                new Verb(WorkerCommand.class, () -> new WorkerCommand(surroundings)),
                new Verb(PromptsCommand.class, () -> new PromptsCommand(surroundings)),
                new Verb(BenchCommand.class, () -> BenchCommand.line(surroundings)),
                new Verb(ReportCommand.class, () -> new ReportCommand(surroundings)),
                new Verb(ImportCommand.class, () -> new ImportCommand(surroundings)),
                new Verb(CompareCommand.class, () -> new CompareCommand(surroundings)),
                new Verb(GateCommand.class, () -> new GateCommand(surroundings)),
                new Verb(ExportCommand.class, () -> new ExportCommand(surroundings)),
                new Verb(CalibrateCommand.class, () -> new CalibrateCommand(surroundings)),
                new Verb(SimulateCommand.class, () -> SimulateCommand.line(surroundings)),
                new Verb(StreamsCommand.class, () -> new StreamsCommand(surroundings)),
                new Verb(SinkCommand.class, () -> new SinkCommand(surroundings)),
                new Verb(StoreCommand.class, () -> new StoreCommand(surroundings)),
                new Verb(ArchiveCommand.class, ArchiveCommand::new),
                new Verb(ScrapeCommand.class, () -> new ScrapeCommand(surroundings)),
                new Verb(TopicsCommand.class, () -> new TopicsCommand(surroundings)),
                new Verb(SloCommand.class, () -> new SloCommand(surroundings)),
                new Verb(PublishSpoolCommand.class, () -> new PublishSpoolCommand(surroundings)),
                new Verb(CompletionCommand.class, () -> new CompletionCommand(surroundings)));
    }

    private int report(Exception error) {
        if (debug) {
            error.printStackTrace(surroundings.terminal().err());
        }
        int code = exitCode(error);
        if (surroundings.closer().isClosed()) {
            // Told to stop: what the command says of what was closed under it is no news, and the shell gives the
            // signal's code.
            return code;
        }
        if (code == ExitCode.INTERNAL.code()) {
            surroundings.terminal().warn("internal error: " + error + (debug ? "" : "  (--debug shows where)"));
            return code;
        }
        surroundings.terminal().warn(String.valueOf(error.getMessage()));
        return code;
    }

    private int usage(ParameterException error, String[] arguments) {
        CommandLine command = error.getCommandLine();
        surroundings.terminal().warn(String.valueOf(error.getMessage()));
        CommandLine.UnmatchedArgumentException.printSuggestions(
                error, surroundings.terminal().err());
        surroundings.terminal().warn("Try: " + command.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE.code();
    }

    private static int exitCode(Throwable error) {
        return Failures.exitCode(error).code();
    }

    private static void addExitCodes(CommandLine root) {
        Map<String, String> codes = new LinkedHashMap<>();
        Arrays.stream(ExitCode.values()).forEach(code -> codes.put(String.valueOf(code.code()), code.meaning()));
        root.getCommandSpec()
                .usageMessage()
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(codes);
    }
}
