package io.tidemark.dist;

import io.tidemark.app.cli.RootCommand;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.SplittableRandom;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** Writes a man page in AsciiDoc for each command that the help lists, with all of its options: {@code ManPages FOLDER VERSION}. */
public final class ManPages {
    private ManPages() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        CommandSpec root = commands(arguments[1]).getCommandSpec();
        int code = ManPageGenerator.generateManPage(
                folder.toFile(), null, new boolean[0], false, new CommandSpec[] {root});
        if (code != 0) {
            throw new IOException("the man pages in " + folder + " could not be written: code " + code);
        }
    }

    private static CommandLine commands(String version) {
        PrintWriter nowhere = new PrintWriter(PrintWriter.nullWriter());
        return new RootCommand(new CommandContext(
                        new Terminal(nowhere, nowhere, false, false),
                        InstantSource.system(),
                        NanoClock.SYSTEM,
                        Map.of(),
                        Path.of("tidemark"),
                        new SplittableRandom(),
                        version,
                        new ResourceScope()))
                .commandLine();
    }
}
