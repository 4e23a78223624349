package io.tidemark.cluster.registry;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Apicurio Registry as a process of its own, with its schemas in memory. Its build puts it into target/apicurio. */
final class ApicurioProcess {
    private static final Path JAR = Path.of("target", "apicurio", "quarkus-run.jar");
    private static final int NEEDS_JAVA = 21;
    private static final Path JDKS = Path.of("/usr/lib/jvm");
    private static final Pattern LISTENING = Pattern.compile("Listening on: (https?://[0-9.]+:[0-9]+)");
    private static final long START_LIMIT_SECONDS = 120;

    private final Process process;
    private final String url;

    private ApicurioProcess(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    /** A Java that can run it: JAVA25_HOME, a Temurin 25 beside this one, or this one. */
    private static Optional<Path> java() throws IOException {
        return Stream.of(fromEnvironment(), besideThisOne(), thisOne())
                .flatMap(Optional::stream)
                .map(home -> home.resolve("bin").resolve("java"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** With more settings; skips the test where it cannot run. */
    static ApicurioProcess startOrSkip(Path directory, Map<String, String> settings) throws Exception {
        Optional<Path> java = java();
        assumeTrue(
                java.isPresent(), "Apicurio needs Java 21: set JAVA25_HOME, or install a Temurin 25 in /usr/lib/jvm");
        assumeTrue(Files.exists(JAR), "Apicurio is not in " + JAR + ": build with -Dtidemark.apicurio.skip=false");
        return start(java.orElseThrow(), directory, settings);
    }

    private static ApicurioProcess start(Path java, Path directory, Map<String, String> settings) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                java.toString(),
                "-Xmx512m",
                "-Dquarkus.http.host=127.0.0.1",
                "-Dquarkus.http.port=0",
                "-Dquarkus.management.host=127.0.0.1",
                "-Dquarkus.management.port=0"));
        settings.forEach((key, value) -> command.add("-D" + key + "=" + value));
        command.addAll(List.of("-jar", JAR.toAbsolutePath().toString()));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        CompletableFuture<String> url = new CompletableFuture<>();
        Thread reader = new Thread(() -> readUntilItEnds(process, url), "apicurio-output");
        reader.setDaemon(true);
        reader.start();
        try {
            return new ApicurioProcess(process, url.get(START_LIMIT_SECONDS, TimeUnit.SECONDS));
        } catch (Exception e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** The base of its Confluent API. */
    String confluentUrl() {
        return url + "/apis/ccompat/v7";
    }

    /** Ends this process and no other. */
    void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    private static void readUntilItEnds(Process process, CompletableFuture<String> url) {
        StringBuilder output = new StringBuilder();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            lines.lines().forEach(line -> {
                Matcher listening = LISTENING.matcher(line);
                if (listening.find()) {
                    url.complete(listening.group(1));
                } else if (!url.isDone()) {
                    output.append(line).append('\n');
                }
            });
        } catch (IOException | UncheckedIOException e) {
            output.append(e);
        }
        url.completeExceptionally(new IllegalStateException("Apicurio ended before it listened:\n" + output));
    }

    private static Optional<Path> fromEnvironment() {
        return Optional.ofNullable(System.getenv("JAVA25_HOME")).map(Path::of);
    }

    private static Optional<Path> besideThisOne() throws IOException {
        if (!Files.isDirectory(JDKS)) {
            return Optional.empty();
        }
        try (Stream<Path> homes = Files.list(JDKS)) {
            return homes.filter(home -> home.getFileName().toString().startsWith("temurin-25"))
                    .findFirst();
        }
    }

    private static Optional<Path> thisOne() {
        return Runtime.version().feature() >= NEEDS_JAVA
                ? Optional.of(Path.of(System.getProperty("java.home")))
                : Optional.empty();
    }
}
