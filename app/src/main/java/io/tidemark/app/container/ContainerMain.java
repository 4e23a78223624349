package io.tidemark.app.container;

import io.tidemark.app.Tidemark;
import io.tidemark.app.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a container image starts, with the flags of services: a service runs in this JVM; what measures, reports or archives runs in a child
 * with the flags of its own, whose exit code is that of the container.
 */
public final class ContainerMain {
    private static final String TTY = "tidemark.tty";

    private ContainerMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        System.setProperty(TTY, String.valueOf(isTerminal()));
        Path installation = Path.of(System.getProperty("tidemark.installation", "/usr/share/tidemark"));
        Optional<List<String>> command;
        try {
            command = child(installation, List.of(arguments), Optional.ofNullable(System.getenv("TIDEMARK_JAVA_OPTS")));
        } catch (IOException e) {
            fail("the image is incomplete: " + e);
            return;
        }
        if (command.isEmpty()) {
            Tidemark.main(arguments);
            return;
        }
        Path archive = archive(installation);
        if (command.get().contains(archive.toString()) && !Files.exists(archive)) {
            fail("this image is without the archive: `deploy/image/build --archive` makes one with it");
            return;
        }
        run(command.get());
    }

    private static Path archive(Path installation) {
        return installation.resolve("lib/archive/tidemark-archive.jar");
    }

    /** The command line of a JVM with other flags; empty if this one has those that the arguments take. */
    static Optional<List<String>> child(Path installation, List<String> arguments, Optional<String> givenFlags)
            throws IOException {
        Path flags = installation.resolve("bin/jvm");
        JvmProfile profile = JvmProfile.of(arguments, Files.readAllLines(flags.resolve("verbs")));
        boolean archive = profile.equals(JvmProfile.ARCHIVE);
        Optional<String> given = givenFlags.map(String::strip).filter(text -> !text.isEmpty());
        if (profile.isService() && given.isEmpty()) {
            return Optional.empty();
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("@" + flags.resolve("common.options"));
        command.addAll(given.map(text -> List.of(text.split("\\s+")))
                .orElse(List.of("@" + flags.resolve(profile.name() + ".options"))));
        command.add("-XX:+CrashOnOutOfMemoryError");
        command.add("-D" + TTY + "=" + Boolean.getBoolean(TTY));
        String home = System.getenv().getOrDefault("TIDEMARK_HOME", "tidemark");
        command.addAll(
                archive
                        ? List.of(
                                "-Dtidemark.home=" + home,
                                "-cp",
                                archive(installation).toString(),
                                "io.tidemark.archive.Archive")
                        : List.of(
                                "-cp",
                                installation.resolve("lib/tidemark-app.jar").toString(),
                                Tidemark.class.getName()));
        command.addAll(archive ? arguments.subList(2, arguments.size()) : arguments);
        return Optional.of(command);
    }

    private static void run(List<String> command) throws InterruptedException {
        Process child;
        try {
            child = new ProcessBuilder(command).inheritIO().start();
        } catch (IOException e) {
            fail("Java does not start: " + e);
            return;
        }
        // Asked to stop, it stops the child and waits for what that still has to publish.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(child), "tidemark-stop"));
        System.exit(child.waitFor());
    }

    private static void stop(Process child) {
        child.destroy();
        try {
            child.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void fail(String reason) {
        System.err.println("tidemark: " + reason);
        System.exit(ExitCode.INFRASTRUCTURE.code());
    }

    /** Whether standard output is a terminal, as the shell's {@code [ -t 1 ]} says. */
    private static boolean isTerminal() {
        try {
            Path output = Files.readSymbolicLink(Path.of("/proc/self/fd/1"));
            return output.startsWith("/dev/pts") || output.equals(Path.of("/dev/console"));
        } catch (IOException e) {
            // No /proc: lines for a file suit a terminal too.
            return false;
        }
    }

    /**
     * Which file of JVM options a command line takes, {@code bin/jvm/NAME.options}, by the table that {@code bin/tidemark} reads too.
     *
     * @param name of the file, without its ending
     */
    private record JvmProfile(String name) {
        /** Services: what the first process of a container is started with. */
        private static final JvmProfile SERVE = new JvmProfile("serve");

        /** The local stack: services as well. A second process would cost more than its flags save. */
        private static final JvmProfile STACK = new JvmProfile("stack");

        static final JvmProfile ARCHIVE = new JvmProfile("archive");
        private static final JvmProfile BRIEF = new JvmProfile("brief");

        /**
         * @param table lines of {@code VERB NAME}, and comments that begin with #
         */
        static JvmProfile of(List<String> arguments, List<String> table) {
            if (arguments.size() >= 2 && arguments.subList(0, 2).equals(List.of("serve", "archive"))) {
                return ARCHIVE;
            }
            return arguments.stream()
                    .filter(word -> !word.startsWith("-"))
                    .findFirst()
                    .map(verb -> named(verb, table))
                    .orElse(BRIEF);
        }

        /** Whether the first process of a container runs it itself, with the flags that it has. */
        boolean isService() {
            return equals(SERVE) || equals(STACK);
        }

        private static JvmProfile named(String verb, List<String> table) {
            return table.stream()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> Arrays.asList(line.split(" ")))
                    .filter(words -> words.size() == 2 && words.get(0).equals(verb))
                    .findFirst()
                    .map(words -> new JvmProfile(words.get(1)))
                    .orElse(SERVE);
        }
    }
}
