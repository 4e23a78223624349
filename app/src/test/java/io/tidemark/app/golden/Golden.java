package io.tidemark.app.golden;

import io.tidemark.app.cli.Shell;
import io.tidemark.fixtures.GeneratedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A home's outputs as text, and the files that they are compared with. */
record Golden(Path home) {
    static final String FOLDER = "app/src/test/resources/golden/";

    private static final String COMMAND =
            "mvn -pl app -am test -Dtest='Golden*Test' -Dsurefire.failIfNoSpecifiedTests=false"
                    + " -Dtidemark.excludedGroups=faults";

    void mustBe(String file, String text) {
        new GeneratedFile(FOLDER + file, "tidemark.golden.write").mustBe(GoldenText.normalised(text, home), COMMAND);
    }

    /** What command lines print, how they end, and what they write into the folder that they call {@code OUT}. */
    String transcript(List<String> commands, Path out) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String command : commands) {
            text.append("$ tidemark ").append(command).append('\n');
            try (Shell shell = new Shell(home, GoldenHome.NOW)) {
                int exit = shell.run(command.replace("OUT", out.toString()).split(" "));
                text.append(GoldenText.pretty(shell.out())).append(shell.err());
                text.append("exit code ").append(exit).append("\n\n");
            }
        }
        return (text + written(out)).replace(out.toString(), "OUT");
    }

    /** The files of a folder with their contents; of pictures their names. */
    private static String written(Path out) throws IOException {
        if (!Files.isDirectory(out)) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.list(out)) {
            for (Path file : files.sorted().toList()) {
                String name = String.valueOf(file.getFileName());
                text.append("== ").append(name).append('\n');
                if (!name.endsWith(".png") && !name.endsWith(".svg")) {
                    text.append(GoldenText.pretty(Files.readString(file))).append('\n');
                }
            }
        }
        return text.toString();
    }
}
