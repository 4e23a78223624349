package io.tidemark.app.cli.shared;

import io.tidemark.app.cli.terminal.CommandContext;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Commands below one name. Called by that name alone it prints its help. */
public abstract class CommandGroup implements Runnable {
    protected final CommandContext context;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    protected CommandGroup(CommandContext context) {
        this.context = context;
    }

    /** The commands below it that are no methods of its own, in the order of the help. */
    protected List<Object> below() {
        return List.of();
    }

    /** With the commands below it. */
    public final CommandLine line() {
        CommandLine line = new CommandLine(this);
        below().forEach(command -> line.addSubcommand(command instanceof CommandGroup group ? group.line() : command));
        return line;
    }

    @Override
    public final void run() {
        spec.commandLine().usage(context.terminal().out());
    }
}
