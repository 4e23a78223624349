package io.tidemark.app.cli;

import io.tidemark.app.cli.terminal.CommandContext;
import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidemark completion}: prints a shell's script that completes verbs and options, made from the commands themselves. */
@Command(
        name = "completion",
        // The root's help is a screen long, and an installation needs this once.
        hidden = true,
        mixinStandardHelpOptions = true,
        description = "Print a script that completes verbs and options in a shell.",
        footerHeading = "%nExamples:%n",
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
}
