package io.tidemark.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PackagedJarsTest {
    private static final String X86_64 = "org/sqlite/native/Linux/x86_64/libsqlitejdbc.so";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                X86_64,
                "org/sqlite/native/Linux/aarch64/libsqlitejdbc.so",
                "linux/amd64/libzstd-jni-1.5.6-10.so",
                "native/lib/linux-aarch64/cpu/libtokenizers.so",
                "com/sun/jna/linux-x86-64/libjnidispatch.so",
                "org/jline/nativ/Linux/arm64/libjlinenative.so",
                "META-INF/native/libnetty_transport_native_epoll_aarch_64.so",
                "META-INF/LICENSE",
                "org/sqlite/SQLiteJDBCLoader.class"
            })
    void keepsLinuxOnX86AndArmAndAllThatIsNotNative(String entry) {
        assertThat(PackagedJars.isForeign(entry)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org/sqlite/native/Linux-Musl/x86_64/libsqlitejdbc.so",
                "org/sqlite/native/FreeBSD/x86_64/libsqlitejdbc.so",
                "org/xerial/snappy/native/Linux/android-aarch64/libsnappyjava.so",
                "linux/riscv64/libzstd-jni-1.5.6-10.so",
                "aix/ppc64/libzstd-jni-1.5.6-10.so",
                "native/lib/osx-aarch64/cpu/libtokenizers.dylib",
                "native/lib/win-x86_64/cpu/tokenizers.dll",
                "com/sun/jna/aix-ppc/libjnidispatch.a",
                "META-INF/native/libnetty_transport_native_kqueue_x86_64.jnilib"
            })
    void dropsOtherPlatforms(String entry) {
        assertThat(PackagedJars.isForeign(entry)).isTrue();
    }

    @Test
    void aJarLosesNothingButForeignLibrariesAndIsTheSameEachTime() throws IOException {
        jar("a.jar", "META-INF/MANIFEST.MF", X86_64, "native/lib/win-x86_64/cpu/tokenizers.dll", "A.class");

        PackagedJars.copy(folder.resolve("from"), folder.resolve("once"));
        PackagedJars.copy(folder.resolve("from"), folder.resolve("again"));

        Path copy = folder.resolve("once/a.jar");
        try (ZipFile zip = new ZipFile(copy.toFile())) {
            assertThat(zip.stream().map(ZipEntry::getName)).containsExactly("META-INF/MANIFEST.MF", X86_64, "A.class");
            assertThat(zip.getInputStream(zip.getEntry("A.class"))).hasBinaryContent(bytes("A.class"));
        }
        assertThat(folder.resolve("again/a.jar")).hasSameBinaryContentAs(copy);
    }

    @Test
    void aJarWithoutForeignLibrariesStaysAsItIs() throws IOException {
        jar("a.jar", X86_64, "A.class");

        PackagedJars.copy(folder.resolve("from"), folder.resolve("to"));

        assertThat(folder.resolve("to/a.jar")).hasSameBinaryContentAs(folder.resolve("from/a.jar"));
    }

    @Test
    void aJarWhoseFoldersAreNotKnownIsRefused() throws IOException {
        jar("a.jar", "lib/gnu-x64/liba.so", "A.class");

        assertThatThrownBy(() -> PackagedJars.copy(folder.resolve("from"), folder.resolve("to")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a.jar has native libraries but none for Linux");
    }

    private void jar(String name, String... entries) throws IOException {
        Path jar = Files.createDirectories(folder.resolve("from")).resolve(name);
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            for (String entry : List.of(entries)) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(bytes(entry));
                zip.closeEntry();
            }
        }
    }

    private static byte[] bytes(String entry) {
        return ("content of " + entry).getBytes(StandardCharsets.UTF_8);
    }
}
