package io.tidemark.app.cli.shared;

import io.tidemark.app.cli.terminal.CommandContext;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Commands below one name. Called by that name alone it prints its help. */
public abstract class CommandGroup implements Runnable {
    private final CommandContext context;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    protected CommandGroup(CommandContext context) {
        this.context = context;
    }

    protected final CommandContext context() {
        return context;
    }

    @Override
    public final void run() {
        spec.commandLine().usage(context.terminal().out());
    }
}
