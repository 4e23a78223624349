package io.tidemark.app.cli;

import io.tidemark.app.cli.measure.CalibrateCommand;
import io.tidemark.app.cli.measure.DemoCommand;
import io.tidemark.app.cli.measure.InitCommand;
import io.tidemark.app.cli.measure.PromptsCommand;
import io.tidemark.app.cli.measure.RunCommand;
import io.tidemark.app.cli.measure.SearchCommand;
import io.tidemark.app.cli.measure.WorkerCommand;
import io.tidemark.app.cli.operate.ArchiveCommand;
import io.tidemark.app.cli.operate.PublishSpoolCommand;
import io.tidemark.app.cli.operate.ScrapeCommand;
import io.tidemark.app.cli.operate.SinkCommand;
import io.tidemark.app.cli.operate.SloCommand;
import io.tidemark.app.cli.operate.StoreCommand;
import io.tidemark.app.cli.operate.StreamsCommand;
import io.tidemark.app.cli.operate.TopicsCommand;
import io.tidemark.app.cli.operate.UpCommand;
import io.tidemark.app.cli.results.CompareCommand;
import io.tidemark.app.cli.results.ExportCommand;
import io.tidemark.app.cli.results.GateCommand;
import io.tidemark.app.cli.results.ImportCommand;
import io.tidemark.app.cli.results.ReportCommand;
import io.tidemark.app.cli.simulate.SimulateCommand;
import io.tidemark.app.cli.vllm.BenchCommand;
import io.tidemark.app.process.CommandContext;
import io.tidemark.reports.exit.ExitCode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
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
    private final CommandContext surroundings;

    @Spec
    private CommandSpec spec;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show stack traces.")
    private boolean debug;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    public RootCommand(CommandContext surroundings) {
        this.surroundings = surroundings;
    }

    /** Runs a command line; returns the process' exit code and prints every error itself. */
    public int execute(String... arguments) {
        return commandLine().execute(BenchOptionNames.withDashes(arguments));
    }

    public CommandLine commandLine() {
        CommandLine line = new CommandLine(this)
                .addSubcommand(new DemoCommand(surroundings))
                .addSubcommand(new UpCommand(surroundings))
                .addSubcommand(new InitCommand(surroundings))
                .addSubcommand(new RunCommand(surroundings))
                .addSubcommand(new SearchCommand(surroundings))
                .addSubcommand(new WorkerCommand(surroundings))
                .addSubcommand(new PromptsCommand(surroundings))
                .addSubcommand(BenchCommand.line(surroundings))
                .addSubcommand(new ReportCommand(surroundings))
                .addSubcommand(new ImportCommand(surroundings))
                .addSubcommand(new CompareCommand(surroundings))
                .addSubcommand(new GateCommand(surroundings))
                .addSubcommand(new ExportCommand(surroundings))
                .addSubcommand(new CalibrateCommand(surroundings))
                .addSubcommand(SimulateCommand.line(surroundings))
                .addSubcommand(new StreamsCommand(surroundings))
                .addSubcommand(new SinkCommand(surroundings))
                .addSubcommand(new StoreCommand(surroundings))
                .addSubcommand(new ArchiveCommand())
                .addSubcommand(new ScrapeCommand(surroundings))
                .addSubcommand(new TopicsCommand(surroundings))
                .addSubcommand(new SloCommand(surroundings))
                .addSubcommand(new PublishSpoolCommand(surroundings));
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
        HelpText.layout(line, surroundings.terminal().width());
        return line;
    }

    @Override
    public void run() {
        spec.commandLine().usage(surroundings.terminal().out());
    }

    private int report(Exception error) {
        if (debug) {
            error.printStackTrace(surroundings.terminal().err());
        }
        int code = exitCode(error);
        if (surroundings.resources().isClosed()) {
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
        return ExitCodeMapper.exitCode(error).code();
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
