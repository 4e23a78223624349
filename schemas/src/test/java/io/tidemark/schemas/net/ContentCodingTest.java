package io.tidemark.schemas.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentCodingTest {
    private static final String PAGE = "vllm:num_requests_running 3\n".repeat(100);

    private static byte[] encoded(String form) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = switch (form) {
            case "gzip" -> new GZIPOutputStream(bytes);
            case "zlib" -> new DeflaterOutputStream(bytes);
            case "raw" -> new DeflaterOutputStream(bytes, new Deflater(Deflater.DEFAULT_COMPRESSION, true));
            default -> bytes;
        }) {
            out.write(PAGE.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @CsvSource({
        "gzip, gzip",
        "gzip, X-GZIP",
        "zlib, deflate",
        "raw, deflate",
        "plain, ''",
        "plain, identity",
        "plain, None"
    })
    void thePageIsTheSameWhateverItsEncoding(String form, String header) throws IOException {
        assertThat(ContentCoding.decode(encoded(form), header, 1 << 20))
                .asString()
                .isEqualTo(PAGE);
    }

    @Test
    void noMoreIsDecodedThanIsAskedFor() throws IOException {
        assertThat(ContentCoding.decode(encoded("gzip"), "gzip", 10)).hasSize(10);
    }

    @Test
    void anEmptyBodyHasNoEncoding() throws IOException {
        assertThat(ContentCoding.decode(new byte[0], "gzip", 10)).isEmpty();
    }

    @Test
    void anEncodingThatIsNotKnownIsNamed() {
        assertThatThrownBy(() -> ContentCoding.decode(encoded("plain"), "br", 10))
                .isInstanceOf(IOException.class)
                .hasMessage("Content-Encoding br of the page is not known here; gzip and deflate are");
    }

    @Test
    void aBodyThatDoesNotFitItsEncodingIsAnError() {
        assertThatThrownBy(() -> ContentCoding.decode(encoded("plain"), "gzip", 10))
                .isInstanceOf(IOException.class);
    }
}
