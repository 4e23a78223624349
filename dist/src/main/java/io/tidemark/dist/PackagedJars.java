package io.tidemark.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Copies the jars of a folder into another one, without the native libraries of platforms that the packages are not made for: {@code PackagedJars FROM TO}.
 * They keep Linux with glibc on x86-64 and arm64. A jar that has no others is copied as it is.
 */
public final class PackagedJars {
    private static final Pattern NATIVE = Pattern.compile("(?i).*\\.(so|dll|dylib|jnilib|a)");

    /** As sqlite-jdbc, zstd-jni, DJL, JNA and JLine name their folders, and Netty its files. */
    private static final Pattern KEPT = Pattern.compile(
            "(?i)(.*/)?linux[/-](x86[_-]64|amd64|aarch64|arm64)/.*\\.so|META-INF/native/.*_(x86_64|aarch_64)\\.so");

    /** Whenever they are made, and in whichever time zone. */
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

    private PackagedJars() {}

    public static void main(String[] arguments) throws IOException {
        copy(Path.of(arguments[0]), Path.of(arguments[1]));
    }

    /**
     * @param to made as needed
     * @throws IOException if a jar has native libraries and none of them would stay: its folders have names that are not known here
     */
    static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(from, "*.jar")) {
            for (Path jar : jars) {
                Files.deleteIfExists(to.resolve(jar.getFileName()));
                copyJar(jar, to.resolve(jar.getFileName()));
            }
        }
    }

    /** Whether it is a native library of another platform. */
    static boolean isForeign(String entry) {
        return NATIVE.matcher(entry).matches() && !KEPT.matcher(entry).matches();
    }

    private static void copyJar(Path from, Path to) throws IOException {
        try (ZipFile jar = new ZipFile(from.toFile())) {
            List<? extends ZipEntry> entries = Collections.list(jar.entries());
            if (!has(entries, PackagedJars::isForeign)) {
                Files.copy(from, to);
                return;
            }
            if (!has(entries, name -> KEPT.matcher(name).matches())) {
                throw new IOException(from + " has native libraries but none for Linux on x86-64 or arm64");
            }
            try (OutputStream file = Files.newOutputStream(to);
                    ZipOutputStream out = new ZipOutputStream(file)) {
                out.setLevel(Deflater.BEST_COMPRESSION);
                for (ZipEntry entry : entries) {
                    if (!isForeign(entry.getName())) {
                        copyEntry(jar, entry, out);
                    }
                }
            }
        }
    }

    private static boolean has(List<? extends ZipEntry> entries, Predicate<String> named) {
        return entries.stream().map(ZipEntry::getName).anyMatch(named);
    }

    private static void copyEntry(ZipFile jar, ZipEntry entry, ZipOutputStream out) throws IOException {
        ZipEntry copied = new ZipEntry(entry.getName());
        copied.setTimeLocal(TIME);
        out.putNextEntry(copied);
        try (InputStream bytes = jar.getInputStream(entry)) {
            bytes.transferTo(out);
        }
        out.closeEntry();
    }
}
