package io.tidemark.app.cli.terminal;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.process.ProcessName;
import io.tidemark.app.process.ProgressListener;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.schemas.time.NanoClock;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * What a command may know of its process: made once by {@code Tidemark.main}, passed down.
 *
 * @param terminal where it writes
 */
public record CommandContext(
        Terminal terminal,
        InstantSource wallClock,
        NanoClock nanoClock,
        Map<String, String> environment,
        Path home,
        SplittableRandom random,
        String version,
        ResourceScope resources)
        implements OperationContext {
    @Override
    public ProgressListener progress() {
        return terminal;
    }

    /** Who runs the command, by the environment, else by the operating system. */
    public String user() {
        return Optional.ofNullable(environment.get("USER")).orElseGet(ProcessName::user);
    }

    /** The same, with another folder to keep everything under. */
    public CommandContext withHome(Path otherHome) {
        return new CommandContext(terminal, wallClock, nanoClock, environment, otherHome, random, version, resources);
    }

    @Override
    public CommandContext withClocks(InstantSource wall, NanoClock elapsed, SplittableRandom otherRandom) {
        return new CommandContext(terminal, wall, elapsed, environment, home, otherRandom, version, resources);
    }

    /** The same, with more variables in its environment. */
    public CommandContext withEnvironment(Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(variables);
        return new CommandContext(terminal, wallClock, nanoClock, all, home, random, version, resources);
    }

    /** The same, with what is reported going to standard error, so that standard output is for the result alone. */
    public CommandContext toStandardError() {
        Terminal err = new Terminal(terminal.err(), terminal.err(), false, false);
        return new CommandContext(err, wallClock, nanoClock, environment, home, random, version, resources);
    }

    /** The same, with nothing written to standard output. */
    public CommandContext withoutOutput() {
        Terminal silent = new Terminal(new PrintWriter(Writer.nullWriter()), terminal.err(), false, false);
        return new CommandContext(silent, wallClock, nanoClock, environment, home, random, version, resources);
    }
}
