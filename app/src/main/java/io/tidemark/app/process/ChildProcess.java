package io.tidemark.app.process;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How this process starts and ends JVMs of its own. */
public final class ChildProcess {
    /** By its name: whatever that class starts may start processes. */
    private static final String TIDEMARK = "io.tidemark.app.Tidemark";

    /** The image of a crashed JVM holds passwords and prompts. */
    private static final String NO_IMAGE = "-XX:-CreateCoredumpOnCrash";

    private static final List<String> CLASS_DATA =
            List.of("-XX:SharedArchiveFile", "-Xshare", "-Xlog:cds", "-D", "--enable-native", "--sun-misc");

    private ChildProcess() {}

    /** The command line of a JVM of the same installation as this one. */
    public static List<String> java(List<String> options, String classPath, Class<?> main) {
        return java(options, classPath, main.getName());
    }

    /** The same for a class by its name, which only that class path needs to have. */
    public static List<String> java(List<String> options, String classPath, String main) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add(NO_IMAGE);
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main));
        return command;
    }

    /** The command line of a {@code tidemark} of the same installation as this one. */
    public static List<String> tidemark(List<String> options) {
        return java(options, System.getProperty("java.class.path"), TIDEMARK);
    }

    /** The jar or folder that a class is loaded from, for a class path. */
    public static Path codeOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the place of " + type + " is no file: " + e.getMessage(), e);
        }
    }

    /** The options that this JVM was started with, so that a child measures as its parent does; without agents, which are this process' alone. */
    public static List<String> jvmOptions() {
        return inherited(ManagementFactory.getRuntimeMXBean().getInputArguments());
    }

    /** Of this JVM's options those by which a child starts as quickly: the class data and what libraries need, but no heap and no collector. */
    public static List<String> classDataOptions() {
        return jvmOptions().stream()
                .filter(option -> CLASS_DATA.stream().anyMatch(option::startsWith))
                .toList();
    }

    static List<String> inherited(List<String> ofParent) {
        return ofParent.stream()
                .filter(option -> !option.startsWith("-javaagent:")
                        && !option.startsWith("-agentlib:")
                        && !option.startsWith("-agentpath:")
                        && !option.startsWith("-Dtidemark.tty="))
                .toList();
    }

    /** Stops a process by closing its standard input, and ends it by force if it takes longer than that. */
    public static void endAttached(Process process, Duration within) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It is gone already, which is what closing is for.
            process.destroy();
        }
        awaitEnd(process, within);
    }

    /** Waits until it has ended, and ends it by force if it takes longer than that or this thread is interrupted. */
    public static void awaitEnd(Process process, Duration within) {
        try {
            if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
