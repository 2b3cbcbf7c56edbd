package demo

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"dawa/internal/base/money"
	"dawa/internal/base/text"
	"dawa/internal/domain/catalog"
	"dawa/internal/domain/media"
)

// Generate gives n products that do not exist but could: the things of the demo catalogue by
// other makers, in other strengths and packs, with the pictures of the originals. The same seed
// gives the same products, and the first of many are the same as of few. No two share maker,
// thing, variety, strength and pack before about a million.
func Generate(seed uint64, n int) (iter.Seq[*catalog.Product], error) {
	g, err := newGenerator(seed)
	if err != nil {
		return nil, err
	}
	return func(yield func(*catalog.Product) bool) {
		for i := range n {
			if !yield(g.product(i)) {
				return
			}
		}
	}, nil
}

// generator varies the demo catalogue.
type generator struct {
	seed  uint64
	bases []base
	texts *text.Catalogue
}

// base is an entry that can be varied, with the hash of its picture if it has one.
type base struct {
	*entry
	hashes  []string
	makers  []maker
	variety []text.Pair
}

func newGenerator(seed uint64) (*generator, error) {
	entries, err := readCatalogue()
	if err != nil {
		return nil, err
	}
	texts, err := text.LoadCatalogue()
	if err != nil {
		return nil, err
	}
	g := &generator{seed: seed, texts: texts}
	for _, e := range entries {
		// A thing that is only itself (a thermometer, a kit) has no strengths and packs to vary.
		if slices.Contains([]string{"device", "kit", "other"}, e.Form) || !packPattern.MatchString(e.PackSize) {
			continue
		}
		renditions, err := pictureOf(e.id())
		if err != nil {
			return nil, err
		}
		var hashes []string
		if renditions != nil {
			hash, err := media.HashOf(renditions)
			if err != nil {
				return nil, fmt.Errorf("the picture of %s: %w", e.Code, err)
			}
			hashes = []string{hash}
		}
		g.bases = append(g.bases, base{entry: e, hashes: hashes, makers: makersOf(e.Category), variety: varietiesOf(e)})
	}
	return g, nil
}

// The factors by which strength and pack of the original are varied.
var (
	strengths = []float64{1, 0.5, 2, 1.5}
	packs     = []float64{1, 2, 0.5, 3}
)

// product makes the i-th product.
func (g *generator) product(i int) *catalog.Product {
	b := &g.bases[i%len(g.bases)]
	choose := g.choices(i/len(g.bases), i%len(g.bases), len(b.makers), len(b.variety), len(strengths), len(packs))
	by, variety, strength, pack := b.makers[choose[0]], b.variety[choose[1]], strengths[choose[2]], packs[choose[3]]
	random := rand.New(rand.NewPCG(g.seed, uint64(i)))

	p := b.product()
	p.Code = fmt.Sprintf("%s-%s-%s", by.code, strings.ToUpper(strconv.FormatUint(g.seed, 36)),
		strings.ToUpper(fmt.Sprintf("%05s", strconv.FormatInt(int64(i), 36))))
	p.ID = strings.ToLower(p.Code)
	p.Brand = catalog.BrandKey(by.name.English)
	p.PackSize = scaleNumber(b.PackSize, pack, 1)
	stated := ""
	for k := range p.Ingredients {
		p.Ingredients[k].Strength = scaleNumber(p.Ingredients[k].Strength, strength, 0.01)
	}
	if len(p.Ingredients) > 0 {
		stated = p.Ingredients[0].Strength
	}
	p.Name = g.name(b, by, variety, stated, p.PackSize)
	p.Description = g.describe(b, by, p.Name)
	if strength != 1 && p.Usage.English != "" {
		p.Usage = text.Pair{
			English: "Follow the leaflet in the pack or ask the pharmacist for the right dose.",
			Arabic:  "اتبع النشرة داخل العلبة أو اسأل الصيدلي عن الجرعة المناسبة.",
		}
	}
	factor := math.Pow(strength, 0.3) * math.Pow(pack, 0.85) * (0.7 + 0.6*random.Float64())
	p.Price = max(50, money.Cents(math.Round(float64(b.Price)*factor/5)*5))
	p.Discount = 0
	if random.IntN(5) == 0 {
		p.Discount = []int{5, 10, 15, 20, 25, 30, 40}[random.IntN(7)]
	}
	if !p.Regulation.MayBeDiscounted() {
		p.Discount = 0
	}
	p.Stock = random.IntN(180) + 1
	if random.IntN(25) == 0 {
		p.Stock = 0
	}
	p.CreatedAt = firstDay.Add(-time.Duration(random.Int64N(int64(400 * 24 * time.Hour)))).Truncate(time.Millisecond)
	showOn(p, b.hashes...)
	return p
}

// choices picks one of each number of possibilities. Rounds of the same base go through all
// combinations before one comes again, in an order that the seed decides.
func (g *generator) choices(round, base int, of ...int) []int {
	cycle := 1
	for _, n := range of {
		cycle *= n
	}
	start := rand.New(rand.NewPCG(g.seed, 1<<40+uint64(base))).IntN(cycle)
	const stride = 7919 // a prime above every factor, so it meets every place of the cycle
	at := (start + round%cycle*stride) % cycle
	picked := make([]int, len(of))
	for i, n := range of {
		picked[i] = at % n
		at /= n
	}
	return picked
}

// name puts together what a label would say.
func (g *generator) name(b *base, by maker, variety text.Pair, strength, pack string) text.Pair {
	form := func(l text.Lang) string { return g.texts.T(l, "form."+b.Form, nil) }
	if len(b.ActiveIngredients) > 0 {
		thing := b.ActiveIngredients[0]
		return text.Pair{
			English: strings.Join(words(by.name.English, thing.Name, variety.English, strength,
				strings.ToLower(form(text.English))), " ") + ", " + pack,
			Arabic: strings.Join(words(by.name.Arabic, thing.ArabicName, variety.Arabic, arabicUnits(strength),
				form(text.Arabic)), " ") + "، " + arabicUnits(pack),
		}
	}
	return text.Pair{
		English: strings.Join(words(by.name.English, variety.English, form(text.English)), " ") + ", " + pack,
		Arabic:  strings.Join(words(by.name.Arabic, form(text.Arabic), variety.Arabic), " ") + "، " + arabicUnits(pack),
	}
}

// describe reuses the original's description unless it names the original's maker.
func (g *generator) describe(b *base, by maker, name text.Pair) text.Pair {
	d := text.Pair{English: b.EnglishDescription, Arabic: b.ArabicDescription}
	arabicBrand, _, _ := strings.Cut(b.ArabicName, " ")
	if strings.Contains(strings.ToLower(d.English), strings.Fields(b.Brand)[0]) ||
		strings.Contains(d.Arabic, arabicBrand) {
		d = text.Pair{
			English: name.English + " is a dependable choice for the home pharmacy. It is made by " + by.name.English +
				" to the same standard as the well-known names.",
			Arabic: name.Arabic + " خيار موثوق لصيدلية المنزل. تنتجه " + by.name.Arabic +
				" وفق المعايير نفسها التي تتبعها الأسماء المعروفة.",
		}
	}
	return d
}

func words(all ...string) []string {
	return slices.DeleteFunc(all, func(s string) bool { return s == "" })
}

var (
	packPattern   = regexp.MustCompile(`^\d+(\.\d+)?( (ml|g))?$`)
	numberPattern = regexp.MustCompile(`^\d+(\.\d+)?`)
)

// scaleNumber multiplies the number that a text begins with, to a multiple of step.
func scaleNumber(s string, by, step float64) string {
	return numberPattern.ReplaceAllStringFunc(s, func(number string) string {
		n, err := strconv.ParseFloat(number, 64)
		if err != nil || by == 1 {
			return number
		}
		scaled := max(step, math.Round(n*by/step)*step)
		return strconv.FormatFloat(math.Round(scaled*100)/100, 'f', -1, 64)
	})
}

var toArabicUnits = strings.NewReplacer("mcg", "مكغ", "mg", "ملغ", "ml", "مل", " g", " غ")

func arabicUnits(s string) string { return toArabicUnits.Replace(s) }

func generatedStep(services Services, seed uint64, n int) Step {
	return Step{Name: "more products", Total: n, Run: func(ctx context.Context, done func(n int)) error {
		made, err := Generate(seed, n)
		if err != nil {
			return err
		}
		return importAll(ctx, services.Catalogue, made, done)
	}}
}

// importAll brings products in, leaving those that exist as they are.
func importAll(ctx context.Context, service *catalog.Service, all iter.Seq[*catalog.Product], done func(n int)) error {
	before := 0
	_, err := service.Import(ctx, all, catalog.ImportOptions{Existing: catalog.KeepExisting, Progress: func(taken int) {
		done(taken - before)
		before = taken
	}})
	return err
}
