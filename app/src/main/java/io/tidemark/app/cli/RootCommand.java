package io.tidemark.app.cli;

import static io.tidemark.app.cli.Verb.Group.CHECK;
import static io.tidemark.app.cli.Verb.Group.DECIDE;
import static io.tidemark.app.cli.Verb.Group.MEASURE;
import static io.tidemark.app.cli.Verb.Group.OPERATE;

import io.tidemark.app.cli.alerts.AlertsCommand;
import io.tidemark.app.cli.console.ConsoleCommand;
import io.tidemark.app.cli.diagnose.DoctorCommand;
import io.tidemark.app.cli.diagnose.StatusCommand;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.exit.ExitCodeMapper;
import io.tidemark.app.cli.measure.CalibrateCommand;
import io.tidemark.app.cli.measure.DemoCommand;
import io.tidemark.app.cli.measure.InitCommand;
import io.tidemark.app.cli.measure.PlanCommand;
import io.tidemark.app.cli.measure.PromptsCommand;
import io.tidemark.app.cli.measure.RunCommand;
import io.tidemark.app.cli.measure.SearchCommand;
import io.tidemark.app.cli.measure.WorkerCommand;
import io.tidemark.app.cli.operate.AdminCommand;
import io.tidemark.app.cli.operate.DownCommand;
import io.tidemark.app.cli.operate.ServeCommand;
import io.tidemark.app.cli.operate.SloCommand;
import io.tidemark.app.cli.operate.UpCommand;
import io.tidemark.app.cli.results.BaselineCommand;
import io.tidemark.app.cli.results.CompareCommand;
import io.tidemark.app.cli.results.GateCommand;
import io.tidemark.app.cli.results.ReportCommand;
import io.tidemark.app.cli.results.RunsCommand;
import io.tidemark.app.cli.simulate.SimulateCommand;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.tune.TuneCommand;
import io.tidemark.app.cli.vllm.BenchCommand;
import io.tidemark.app.cli.watch.WatchCommand;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.Suggestion;
import io.tidemark.reports.failure.OperationException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.common.KafkaException;
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
        description = "Measure how much load an LLM serving configuration holds within its SLO.",
        footer = "Start here: tidemark demo, or tidemark run --target http://localhost:8000",
        subcommands = HelpCommand.class)
public final class RootCommand implements Runnable {
    private final CommandContext context;

    @Spec
    private CommandSpec spec;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show stack traces.")
    private boolean debug;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    public RootCommand(CommandContext context) {
        this.context = context;
    }

    /** Runs a command line; returns the process' exit code and prints every error itself. */
    public int execute(String... arguments) {
        List<String> words = CommandWords.of(arguments);
        boolean all = words.remove(HelpText.ALL);
        if (all) {
            words.add("--help");
        }
        UserDefaults defaults;
        try {
            defaults = UserDefaults.of(context);
        } catch (InvalidYamlException | OperationException e) {
            return report(e);
        }
        CommandLine line = commandLine(
                Verb.namedIn(words.toArray(String[]::new)), all ? HelpText.Detail.ALL : HelpText.Detail.USUAL);
        line.setDefaultValueProvider(defaults);
        return line.execute(words.toArray(String[]::new));
    }

    /** The commands with all their options, without what a user has set for them. */
    public CommandLine commandLine() {
        return commandLine(verb -> true, HelpText.Detail.USUAL);
    }

    /**
     * @param whole the commands with their options; of the others only name and description are read, which is a third of the time that
     *     {@code --help} takes
     */
    private CommandLine commandLine(Predicate<Verb> whole, HelpText.Detail detail) {
        CommandLine line = new CommandLine(this);
        List<Verb> verbs = verbs();
        verbs.forEach(verb -> line.addSubcommand(verb.name(), whole.test(verb) ? verb.line() : verb.outline()));
        Objects.requireNonNull(line.getSubcommands().get("help"))
                .getCommandSpec()
                .usageMessage()
                .hidden(true);
        line.getCommandSpec().versionProvider(() -> new String[] {"tidemark " + context.version()});
        line.setOut(context.terminal().out());
        line.setErr(context.terminal().err());
        line.setColorScheme(CommandLine.Help.defaultColorScheme(
                context.terminal().colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExitCodeExceptionMapper(error -> ExitCodeMapper.exitCode(error).code());
        line.setExecutionExceptionHandler((error, command, result) -> report(error));
        line.setParameterExceptionHandler(this::usage);
        HelpText.group(line, verbs);
        if (detail == HelpText.Detail.ALL) {
            addExitCodes(line);
        }
        HelpText.layout(line, context.terminal().width(), detail);
        return line;
    }

    @Override
    public void run() {
        spec.commandLine().usage(context.terminal().out());
    }

    private List<Verb> verbs() {
        return List.of(
                new Verb(MEASURE, DemoCommand.class, () -> new DemoCommand(context)),
                new Verb(MEASURE, InitCommand.class, () -> new InitCommand(context)),
                new Verb(MEASURE, RunCommand.class, () -> new RunCommand(context)),
                new Verb(MEASURE, SearchCommand.class, () -> new SearchCommand(context)),
                new Verb(MEASURE, BenchCommand.class, () -> BenchCommand.line(context)),
                new Verb(MEASURE, TuneCommand.class, () -> new TuneCommand(context)),
                new Verb(MEASURE, WatchCommand.class, () -> WatchCommand.line(context)),
                new Verb(DECIDE, ReportCommand.class, () -> new ReportCommand(context)),
                new Verb(DECIDE, CompareCommand.class, () -> new CompareCommand(context)),
                new Verb(DECIDE, GateCommand.class, () -> new GateCommand(context)),
                new Verb(DECIDE, BaselineCommand.class, () -> new BaselineCommand(context)),
                new Verb(DECIDE, RunsCommand.class, () -> new RunsCommand(context)),
                new Verb(OPERATE, UpCommand.class, () -> new UpCommand(context)),
                new Verb(OPERATE, StatusCommand.class, () -> new StatusCommand(context)),
                new Verb(OPERATE, DownCommand.class, () -> new DownCommand(context)),
                new Verb(OPERATE, ConsoleCommand.class, () -> new ConsoleCommand(context)),
                new Verb(OPERATE, ServeCommand.class, () -> new ServeCommand(context)),
                new Verb(OPERATE, AlertsCommand.class, () -> new AlertsCommand(context)),
                new Verb(OPERATE, SloCommand.class, () -> new SloCommand(context)),
                new Verb(OPERATE, AdminCommand.class, () -> new AdminCommand(context)),
                new Verb(CHECK, PlanCommand.class, () -> new PlanCommand(context)),
                new Verb(CHECK, PromptsCommand.class, () -> new PromptsCommand(context)),
                new Verb(CHECK, SimulateCommand.class, () -> SimulateCommand.line(context)),
                new Verb(CHECK, CalibrateCommand.class, () -> new CalibrateCommand(context)),
                new Verb(CHECK, DoctorCommand.class, () -> new DoctorCommand(context)),
                new Verb(CHECK, CompletionCommand.class, () -> new CompletionCommand(context)),
                new Verb(CHECK, WorkerCommand.class, () -> new WorkerCommand(context)));
    }

    private int report(Exception error) {
        if (debug) {
            context.terminal().printTrace(error);
        }
        int code = ExitCodeMapper.exitCode(error).code();
        if (context.resources().isClosed()) {
            // The process was asked to stop: errors of what was closed under the command are expected, and the shell
            // gives the signal's code.
            return code;
        }
        if (code == ExitCode.INTERNAL.code()) {
            context.terminal().warn("internal error: " + error + (debug ? "" : "  (--debug shows where)"));
            return code;
        }
        context.terminal()
                .warn(error instanceof KafkaException ? withCauses(error) : String.valueOf(error.getMessage()));
        return code;
    }

    /** Kafka's clients say "Failed to construct kafka producer", and why only in what caused it. */
    static String withCauses(Throwable error) {
        StringBuilder words = new StringBuilder(String.valueOf(error.getMessage()));
        for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
            String message = cause.getMessage();
            if (message != null && words.indexOf(message) < 0) {
                words.append(": ").append(message);
            }
        }
        return words.toString();
    }

    private int usage(ParameterException error, String[] arguments) {
        CommandLine command = error.getCommandLine();
        List<String> unknown = unknown(error);
        if (!unknown.isEmpty()
                && !command.getSubcommands().isEmpty()
                && !unknown.get(0).startsWith("-")) {
            context.terminal().warn(unknownVerb(unknown.get(0), command));
        } else {
            context.terminal().warn(String.valueOf(error.getMessage()));
            CommandLine.UnmatchedArgumentException.printSuggestions(
                    error, context.terminal().err());
        }
        context.terminal().warn("Try: " + command.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE.code();
    }

    /** "unknown verb rnu; did you mean run?"; a verb that stands in a group is found by its own name. */
    private String unknownVerb(String name, CommandLine command) {
        List<String> elsewhere = subcommandsNamed(name, commandLine());
        if (!elsewhere.isEmpty()) {
            return "unknown verb " + name + "; did you mean " + String.join(" or ", elsewhere) + "?";
        }
        Set<String> visible = command.getSubcommands().entrySet().stream()
                .filter(sub -> !sub.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        return "unknown verb " + name + Suggestion.clause(name, visible);
    }

    /** Qualified names of the visible commands at any level below a command. */
    private static List<String> subcommandsNamed(String name, CommandLine command) {
        List<String> names = new ArrayList<>();
        for (CommandLine sub : command.getSubcommands().values()) {
            CommandSpec of = sub.getCommandSpec();
            if (of.name().equals(name) && !of.usageMessage().hidden()) {
                names.add(of.qualifiedName());
            }
            names.addAll(subcommandsNamed(name, sub));
        }
        return names;
    }

    private static List<String> unknown(ParameterException error) {
        return error instanceof CommandLine.UnmatchedArgumentException unmatched ? unmatched.getUnmatched() : List.of();
    }

    private static void addExitCodes(CommandLine root) {
        Map<String, String> codes = new LinkedHashMap<>();
        Arrays.stream(ExitCode.values()).forEach(code -> codes.put(String.valueOf(code.code()), code.meaning()));
        root.getCommandSpec()
                .usageMessage()
                .exitCodeListHeading("Exit codes:%n")
                .exitCodeList(codes);
    }
}
