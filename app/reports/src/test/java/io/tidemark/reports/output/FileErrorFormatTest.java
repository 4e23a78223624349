package io.tidemark.reports.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.junit.jupiter.api.Test;

class FileErrorFormatTest {
    @Test
    void whatTheExceptionsOfFilesOnlyNameIsSaidInWords() {
        assertThat(FileErrorFormat.format(new NoSuchFileException("slo.yaml"))).isEqualTo("there is no slo.yaml");
        assertThat(FileErrorFormat.format(new AccessDeniedException("/root/x"))).isEqualTo("permission denied");
        assertThat(FileErrorFormat.format(new FileAlreadyExistsException("a"))).isEqualTo("a is not a folder");
        assertThat(FileErrorFormat.format(new NotDirectoryException("b"))).isEqualTo("b is not a folder");
        assertThat(FileErrorFormat.format(new FileSystemException("c", null, "No space left on device")))
                .isEqualTo("No space left on device");
        assertThat(FileErrorFormat.format(new IOException("odd"))).isEqualTo("odd");
    }
}
