package io.tidemark.bench.tune;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Surfaces that were measured, so that another run of the benchmark need not measure them again. A line per configuration: its key, requests per
 * second of the burst, then four figures per load. What a key stands for is in it, so other flags, workloads or lengths have other lines.
 */
final class SurfaceFile {
    private static final String BETWEEN = "\t";
    private static final int FIGURES = 4;

    private final Path file;
    private final Map<String, ResponseSurface> known = new TreeMap<>();

    SurfaceFile(Path file) {
        this.file = file;
        if (Files.exists(file)) {
            try {
                Files.readAllLines(file).forEach(this::read);
            } catch (IOException e) {
                throw new UncheckedIOException(file + " cannot be read", e);
            }
        }
    }

    /** Of a key; measured and added to the file where it is new. */
    ResponseSurface of(String key, Supplier<ResponseSurface> measure) {
        ResponseSurface surface = known.get(key);
        if (surface == null) {
            surface = measure.get();
            known.put(key, surface);
            append(key, surface);
        }
        return surface;
    }

    private void append(String key, ResponseSurface surface) {
        StringBuilder line = new StringBuilder(key).append(BETWEEN).append(surface.burstPerSecond());
        surface.points()
                .forEach(point -> line.append(String.format(
                        Locale.ROOT,
                        "\t%.6g\t%.6g\t%.4g\t%.4g",
                        point.load(),
                        point.share(),
                        point.designEffect(),
                        point.coldShare())));
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, line.append('\n'), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written", e);
        }
    }

    private void read(String line) {
        String[] cells = line.split(BETWEEN, -1);
        List<SurfacePoint> points = new ArrayList<>();
        for (int at = 2; at + FIGURES <= cells.length; at += FIGURES) {
            points.add(new SurfacePoint(
                    Double.parseDouble(cells[at]),
                    Double.parseDouble(cells[at + 1]),
                    Double.parseDouble(cells[at + 2]),
                    Double.parseDouble(cells[at + 3])));
        }
        known.put(cells[0], new ResponseSurface(points, Double.parseDouble(cells[1])));
    }
}
