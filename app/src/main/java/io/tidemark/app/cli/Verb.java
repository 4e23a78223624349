package io.tidemark.app.cli;

import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.shared.OptionConverters;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * A verb of the root command. Reading its options by reflection takes milliseconds, so they are read only where they are needed.
 *
 * @param type the class that says its name and description
 * @param command makes it: a command, a group of commands, or a {@link CommandLine}
 */
record Verb(Group group, Class<?> type, Supplier<Object> command) {
    /** What a user wants of it: verbs stand under these titles. */
    enum Group {
        MEASURE("Measure"),
        DECIDE("Decide"),
        OPERATE("Operate"),
        CHECK("Prepare and check");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    /** Those that a command line can mean: the words of it that are names of verbs. A file of arguments can mean any. */
    static Predicate<Verb> namedIn(String... arguments) {
        Set<String> words = Arrays.stream(arguments).collect(Collectors.toSet());
        boolean files = words.stream().anyMatch(word -> word.startsWith("@") && !word.startsWith("@@"));
        return verb -> files || words.contains(verb.name());
    }

    String name() {
        return annotation().name();
    }

    /** With its options and verbs of its own. */
    CommandLine line() {
        Object made = command.get();
        CommandLine line = made instanceof CommandLine ready
                ? ready
                : made instanceof CommandGroup commands ? commands.line() : new CommandLine(made);
        OptionConverters.register(line);
        addHelp(line);
        return line;
    }

    /**
     * Adds the options for help, except to commands that read another program's arguments, and a title above examples. Commands that are methods
     * declare these options themselves: picocli must know them before it binds the method's parameters.
     */
    private static void addHelp(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        if (spec.unmatchedArgsBindings().isEmpty() && !spec.mixinStandardHelpOptions()) {
            spec.mixinStandardHelpOptions(true);
        }
        UsageMessageSpec usage = spec.usageMessage();
        if (usage.footer().length > 0 && usage.footerHeading().isEmpty()) {
            usage.footerHeading("%nExamples:%n");
        }
        line.getSubcommands().values().forEach(Verb::addHelp);
    }

    /** With its name and description only, for the list of verbs. */
    CommandLine outline() {
        CommandSpec spec = CommandSpec.create().name(name());
        spec.usageMessage()
                .description(annotation().description())
                .hidden(annotation().hidden());
        return new CommandLine(spec);
    }

    private Command annotation() {
        return Objects.requireNonNull(type.getAnnotation(Command.class), () -> type + " is no command");
    }
}
