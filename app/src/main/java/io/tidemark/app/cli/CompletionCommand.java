package io.tidemark.app.cli;

import io.tidemark.app.cli.terminal.CommandContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

@Command(
        name = "completion",
        // The root's help is a screen long, and an installation needs this once.
        hidden = true,
        description = "Print a script that completes verbs and options in a shell.",
        footer = {
            "  source <(tidemark completion bash)",
            "  source <(tidemark completion zsh)",
            "  tidemark completion fish > ~/.config/fish/completions/tidemark.fish"
        })
final class CompletionCommand implements Runnable {
    private static final String NAME = "tidemark";

    private final CommandContext context;

    @Parameters(paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}.")
    private Language shell;

    @SuppressWarnings("NullAway.Init") // picocli sets shell before anything is called.
    CompletionCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        context.terminal().out().print(shell.script(new RootCommand(context).commandLine()));
        context.terminal().out().flush();
    }

    /** The shells. */
    enum Language {
        BASH {
            @Override
            String script(CommandLine root) {
                return AutoComplete.bash(NAME, root);
            }
        },
        ZSH {
            /** Bash's script, which loads {@code bashcompinit} where zsh reads it. */
            @Override
            String script(CommandLine root) {
                return AutoComplete.bash(NAME, root);
            }
        },
        FISH {
            @Override
            String script(CommandLine root) {
                return FishCompletion.script(NAME, root);
            }
        };

        abstract String script(CommandLine root);

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Completions for fish, one {@code complete} a line: what picocli's {@code AutoComplete} is for bash and zsh. A line holds where all verbs of its path
     * were typed, and none of the verbs below it.
     */
    private static final class FishCompletion {
        private static final int MAX_DESCRIPTION = 80;

        private final String program;
        private final StringBuilder lines = new StringBuilder();

        private FishCompletion(String program) {
            this.program = program;
        }

        static String script(String program, CommandLine root) {
            FishCompletion script = new FishCompletion(program);
            script.lines.append("# Completions of ").append(program).append(" for fish.\n");
            script.command(root.getCommandSpec(), List.of());
            return script.lines.toString();
        }

        private void command(CommandSpec command, List<String> path) {
            List<CommandSpec> below = command.subcommands().values().stream()
                    .map(CommandLine::getCommandSpec)
                    .distinct()
                    .filter(verb -> !verb.usageMessage().hidden())
                    .toList();
            String typed = condition(path, below);
            below.forEach(verb ->
                    complete(typed, "-f -a " + verb.name(), verb.usageMessage().description()));
            command.options().stream().filter(option -> !option.hidden()).forEach(option -> option(typed, option));
            for (CommandSpec verb : below) {
                List<String> longer = new ArrayList<>(path);
                longer.add(verb.name());
                command(verb, longer);
            }
        }

        private void option(String typed, OptionSpec option) {
            StringJoiner words = new StringJoiner(" ");
            for (String name : option.names()) {
                boolean isLong = name.startsWith("--");
                words.add(isLong ? "-l " + name.substring(2) : "-s " + name.substring(1));
            }
            Iterable<String> candidates = option.completionCandidates();
            if (candidates != null) {
                words.add("-x -a " + quoted(String.join(" ", candidates)));
            } else if (option.arity().max() > 0) {
                words.add("-r");
            }
            complete(typed, words.toString(), option.description());
        }

        private void complete(String typed, String words, String... description) {
            lines.append("complete -c ").append(program);
            lines.append(" -n ").append(quoted(typed)).append(' ').append(words);
            String text = brief(description);
            if (!text.isEmpty()) {
                lines.append(" -d ").append(quoted(text));
            }
            lines.append('\n');
        }

        private static String condition(List<String> path, List<CommandSpec> below) {
            StringJoiner all = new StringJoiner("; and ");
            path.forEach(verb -> all.add("__fish_seen_subcommand_from " + verb));
            if (!below.isEmpty()) {
                StringJoiner names = new StringJoiner(" ");
                below.forEach(verb -> names.add(verb.name()));
                all.add("not __fish_seen_subcommand_from " + names);
            }
            return all.toString();
        }

        /** The first sentence, no longer than what fish shows beside a candidate. */
        private static String brief(String... description) {
            String text = String.join(" ", description)
                    .replace("%n", " ")
                    .replace("%%", "%")
                    .strip();
            Matcher sentences = HelpText.FIRST_SENTENCE.matcher(text);
            String sentence = sentences.matches() ? sentences.group(1) : text;
            return sentence.length() <= MAX_DESCRIPTION ? sentence : sentence.substring(0, MAX_DESCRIPTION - 3) + "...";
        }

        /** In single quotes, in which fish knows backslash and quote only. */
        private static String quoted(String text) {
            return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
        }
    }
}
