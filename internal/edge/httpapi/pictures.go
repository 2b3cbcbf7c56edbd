package httpapi

import (
	"context"
	"net/http"

	"dawa/contract"
	"dawa/internal/base/apperr"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/media"
	"dawa/internal/edge/httpapi/wire"
	"dawa/internal/edge/serve"
)

// uploadPicture takes one picture in before its product is saved.
func (a *API) uploadPicture(r *http.Request) (serve.Reply, error) {
	who, err := a.actor(r)
	if err != nil {
		return serve.Reply{}, err
	}
	form, err := readForm(r, "image", 1)
	if err != nil {
		return serve.Reply{}, err
	}
	if len(form.files) == 0 {
		return serve.Reply{}, fileRefused(apperr.New(apperr.ImageBroken), "image", 0)
	}
	return a.place(r, who.UserID, func(r *http.Request) (serve.Reply, error) {
		hash, err := a.pictures.Add(r.Context(), form.files[0])
		if err != nil {
			return serve.Reply{}, fileRefused(err, "image", 0)
		}
		out, err := serve.JSON(http.StatusCreated, wire.PictureUploaded{
			Success: true, Ready: true, Image: toImage(catalog.Image{Hash: hash}, text.Pair{}),
		})
		out.NoStore()
		return out, err
	})
}

// mayUpload slows down whoever uploads without end; admins fill a whole shop.
func (a *API) mayUpload(r *http.Request) error {
	who, err := a.actor(r)
	if err != nil || who.Admin || a.limiter == nil {
		return err
	}
	return a.limiter.AllowUpload(r.Context(), who.UserID)
}

// pictureLimit refuses more pictures than a product may have.
func pictureLimit(n int) error {
	if n > contract.Shop().Images.UploadMax {
		return apperr.New(apperr.ImageTooMany).WithFields(map[string]string{"images": string(apperr.ImageTooMany)})
	}
	return nil
}

// namedPictures reads pictures that were uploaded before by the addresses of their renditions, each once.
func namedPictures(urls []string) ([]catalog.Image, error) {
	images := make([]catalog.Image, 0, len(urls))
	for _, url := range urls {
		hash, err := media.HashIn(url)
		if err != nil {
			return nil, err
		}
		images = withPicture(images, hash)
	}
	return images, pictureLimit(len(images))
}

// savePictures stores the files of a form, in their order.
func (a *API) savePictures(ctx context.Context, images []catalog.Image, files [][]byte) ([]catalog.Image, error) {
	for i, file := range files {
		hash, err := a.pictures.Add(ctx, file)
		if err != nil {
			return nil, fileRefused(err, "images", i)
		}
		images = withPicture(images, hash)
	}
	return images, nil
}

func withPicture(images []catalog.Image, hash string) []catalog.Image {
	for _, image := range images {
		if image.Hash == hash {
			return images
		}
	}
	return append(images, catalog.Image{Hash: hash})
}
