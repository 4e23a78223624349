package io.tidemark.app.transfer;

import io.tidemark.app.process.ChildProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The archive's libraries write Parquet, in a process of their own: they have another class path. */
record ArchiveConverter(Path jar) implements ParquetExport.Converter {
    private static final String JAR = "archive/tidemark-archive.jar";
    private static final String MAIN = "io.tidemark.archive.export.AvroToParquet";

    /** @throws IOException saying what to install if the archive is not installed */
    static ArchiveConverter installed() throws IOException {
        return new ArchiveConverter(
                jar(ChildProcess.codeOf(ArchiveConverter.class))
                        .orElseThrow(
                                () -> new IOException(
                                        "Parquet is written by the archive's libraries, which are not installed"
                                                + " (docs/how-to/install.md#the-archive; in a checkout: bin/build archive); --format csv needs none")));
    }

    /** @param program Tidemark's own jar: the archive's lies in a folder beside it, and in a checkout in its own module */
    static Optional<Path> jar(Path program) {
        Path lib = program.resolveSibling("");
        String module = lib.toString().replaceFirst("/app/target/(?!.*/app/target/)", "/sinks/archive/target/");
        return Stream.of(lib, Path.of(module))
                .map(folder -> folder.resolve(JAR))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    @Override
    public void convert(Path avro, Path parquet) throws IOException {
        List<String> command =
                new ArrayList<>(ChildProcess.java(List.of("-Xmx512m", "-XX:+UseSerialGC"), jar.toString(), MAIN));
        command.addAll(List.of(avro.toString(), parquet.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException("Parquet could not be written: "
                        + output.lines().findFirst().orElse("the archive's libraries printed nothing"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while Parquet was written", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
